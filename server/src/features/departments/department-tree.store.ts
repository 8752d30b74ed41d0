import type { departmentAdminMessages } from "@uc/contract/departments/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, arrayContains, asc, eq, inArray, isNull, max, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"

export type Obstacle = keyof typeof departmentAdminMessages

export type Facts = Readonly<Record<string, unknown>>

/** Null: the department is not there. */
export type Acted<T> = { readonly done: T } | { readonly obstacle: Obstacle } | null

/** Leaves room to insert another between two. */
export const step = 10

export const rowColumns = {
  id: department.id,
  parentId: department.parentId,
  ids: department.ids,
  level: department.level,
  name: department.name,
  version: department.version,
  isDisabled: sql<boolean>`${department.disabledAt} is not null`,
}
export type DepartmentRow = {
  [Name in keyof typeof rowColumns]: Name extends "isDisabled"
    ? boolean
    : DepartmentColumns[Name & keyof DepartmentColumns]
}
type DepartmentColumns = typeof department.$inferSelect

export const isOne = (org: Id, id: Id) => and(eq(department.orgId, org), eq(department.id, id))
export const isBelow = (org: Id, id: Id) =>
  and(eq(department.orgId, org), arrayContains(department.ids, [id]))

export async function rowOf(db: Db, org: Id, id: Id): Promise<DepartmentRow | null> {
  const [found] = await db.select(rowColumns).from(department).where(isOne(org, id))
  return found ?? null
}

/**
 * Every move, merge or disabling locks the organisation first: two changes of the tree at the same time could make a
 * cycle that neither of them made.
 */
export async function lockTree(db: Db, org: Id): Promise<boolean> {
  const held = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
  return held.length > 0
}

export function namesOf(db: Db, org: Id, ids: readonly Id[]) {
  return db
    .select({ id: department.id, name: department.name })
    .from(department)
    .where(and(eq(department.orgId, org), inArray(department.id, [...ids])))
}

/** Each person once, without those who have left. */
export async function peopleIn(db: Db, org: Id, departments: readonly Id[]): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(distinct ${person.id})::int` })
    .from(personDepartment)
    .innerJoin(person, eq(person.id, personDepartment.personId))
    .where(
      and(
        eq(personDepartment.orgId, org),
        sql`${personDepartment.departmentId} = any(${sql.param([...departments])}::bigint[])`,
        isNull(person.disabledAt),
      ),
    )
  return row?.n ?? 0
}

export async function deepestOf(db: Db, org: Id, row: DepartmentRow): Promise<number> {
  const [found] = await db
    .select({ level: max(department.level) })
    .from(department)
    .where(isBelow(org, row.id))
  return Math.max(row.level, found?.level ?? 0)
}

/** In their order. */
export async function siblings(db: Db, org: Id, parent: Id | null) {
  return db
    .select({ id: department.id, name: department.name, sortNo: department.sortNo })
    .from(department)
    .where(
      and(
        eq(department.orgId, org),
        parent === null ? isNull(department.parentId) : eq(department.parentId, parent),
        isNull(department.disabledAt),
      ),
    )
    .orderBy(asc(department.sortNo), asc(department.id))
}

export const lastSortNo = (rows: readonly { readonly sortNo: number }[]) =>
  rows.reduce((last, { sortNo }) => Math.max(last, sortNo), 0)

export const idsUnder = (target: Pick<DepartmentRow, "id" | "ids"> | null): Id[] =>
  target ? [...target.ids, target.id] : []

/** Moves a department with everything below it: the first part of each path is replaced, the rest stays. */
export async function moveBelow(
  db: Db,
  org: Id,
  row: DepartmentRow,
  target: DepartmentRow | null,
  more: { readonly sortNo: number; readonly name?: string },
): Promise<void> {
  const ids = idsUnder(target)
  const level = ids.length
  const { name } = more
  await db.execute(sql`set constraints all deferred`)
  await db
    .update(department)
    .set({
      parentId: target?.id ?? null,
      ids,
      level,
      sortNo: more.sortNo,
      version: sql`${department.version} + 1`,
      ...(name !== undefined && { name, ...searchKeys(name) }),
    })
    .where(isOne(org, row.id))
  await db
    .update(department)
    .set({
      ids: sql`${sql.param(ids)}::bigint[] || ${department.ids}[${row.level + 1}:]`,
      level: sql`${department.level} + ${level - row.level}`,
    })
    .where(isBelow(org, row.id))
  await db.execute(sql`set constraints all immediate`)
}

export async function setDisabled(db: Db, org: Id, id: Id, isDisabled = true): Promise<void> {
  await db
    .update(department)
    .set({ disabledAt: isDisabled ? sql`now()` : null, version: sql`${department.version} + 1` })
    .where(isOne(org, id))
}
