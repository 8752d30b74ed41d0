import { cutText } from "@uc/contract/core/cut-text"
import { rangeObjectTypes } from "@uc/contract/buildings/calls"
import {
  moveObstacle,
  type DepartmentDetails,
  type departmentAdminMessages,
} from "@uc/contract/departments/admin-calls"
import { departmentLimits } from "@uc/contract/departments/calls"
import type { MergePlan } from "@uc/contract/organisations/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { and, arrayContains, asc, eq, inArray, isNull, max, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"

export type Obstacle = keyof typeof departmentAdminMessages

export type Facts = Readonly<Record<string, unknown>>

/** Null: the department is not there. */
export type Acted<T> = { readonly done: T } | { readonly obstacle: Obstacle } | null

/** Room to put another between two. */
export const step = 10

const columns = {
  id: department.id,
  parentId: department.parentId,
  ids: department.ids,
  level: department.level,
  name: department.name,
  version: department.version,
  isDisabled: sql<boolean>`${department.disabledAt} is not null`,
}
type Row = { [Name in keyof typeof columns]: Name extends "isDisabled" ? boolean : Row1[Name & keyof Row1] }
type Row1 = typeof department.$inferSelect

const isOne = (org: Id, id: Id) => and(eq(department.orgId, org), eq(department.id, id))
const isBelow = (org: Id, id: Id) => and(eq(department.orgId, org), arrayContains(department.ids, [id]))

export async function rowOf(db: Db, org: Id, id: Id): Promise<Row | null> {
  const [found] = await db.select(columns).from(department).where(isOne(org, id))
  return found ?? null
}

/**
 * Whoever moves, merges or disables holds the organisation first: a tree's shape is one thing, and two changes of it at
 * once could make a circle that neither of them made.
 */
export async function holdTree(db: Db, org: Id): Promise<boolean> {
  const held = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
  return held.length > 0
}

export async function departmentDetails(
  db: Db,
  org: Id,
  id: Id,
): Promise<Omit<DepartmentDetails, "mayChange"> | null> {
  const row = await rowOf(db, org, id)
  if (!row) return null
  const [owner] = await db
    .select({ name: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, org))
  const beside = row.isDisabled ? [] : await siblings(db, org, row.parentId)
  const above = row.ids.length === 0 ? [] : await namesOf(db, org, row.ids)
  const children = await db.$count(
    department,
    and(eq(department.orgId, org), eq(department.parentId, id), isNull(department.disabledAt)),
  )
  return {
    id,
    orgid: org,
    orgname: owner?.name ?? "",
    name: row.name,
    parentId: row.parentId,
    path: row.ids.flatMap((one) => above.find((found) => found.id === one)?.name ?? []),
    level: row.level,
    isDisabled: row.isDisabled,
    version: row.version,
    isFirst: beside[0]?.id === id,
    isLast: beside.at(-1)?.id === id,
    children,
    people: await peopleIn(db, org, [id]),
    peopleBelow: await peopleIn(db, org, [id, ...(await idsBelow(db, org, id))]),
  }
}

function namesOf(db: Db, org: Id, ids: readonly Id[]) {
  return db
    .select({ id: department.id, name: department.name })
    .from(department)
    .where(and(eq(department.orgId, org), inArray(department.id, [...ids])))
}

async function idsBelow(db: Db, org: Id, id: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: department.id })
    .from(department)
    .where(and(isBelow(org, id), isNull(department.disabledAt)))
  return rows.map((row) => row.id)
}

/** Those in use, each once. */
async function peopleIn(db: Db, org: Id, departments: readonly Id[]): Promise<number> {
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

async function deepestOf(db: Db, org: Id, row: Row): Promise<number> {
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

const lastOf = (rows: readonly { readonly sortNo: number }[]) =>
  rows.reduce((last, { sortNo }) => Math.max(last, sortNo), 0)

/** DEPT-3: with all that stands below it, at most five levels, and never below itself. */
export async function moveDepartment(
  db: Db,
  org: Id,
  { id, version, to }: { readonly id: Id; readonly version: number; readonly to: Id | null },
): Promise<Acted<{ before: Facts; after: Facts }>> {
  if (!(await holdTree(db, org))) return null
  const row = await rowOf(db, org, id)
  if (!row || row.isDisabled) return null
  if (row.version !== version) return { obstacle: "changedMeanwhile" }
  const target = to === null ? null : await rowOf(db, org, to)
  if (to !== null && (!target || target.isDisabled)) return { obstacle: "targetGone" }
  const obstacle = moveObstacle({ id, level: row.level, deepest: await deepestOf(db, org, row), target })
  if (obstacle) return { obstacle }
  if (row.parentId === to) return { obstacle: "alreadyThere" }
  const beside = await siblings(db, org, to)
  if (beside.some(({ name }) => shownNameKey(name) === shownNameKey(row.name)))
    return { obstacle: "nameTaken" }
  await moveBelow(db, org, row, target, { sortNo: lastOf(beside) + step })
  const wayOf = async (ids: readonly Id[]) => {
    const names = ids.length === 0 ? [] : await namesOf(db, org, ids)
    const way = ids.flatMap((one) => names.find((found) => found.id === one)?.name ?? [])
    return { name: row.name, below: way.join(" / ") || "最上级" }
  }
  return { done: { before: await wayOf(row.ids), after: await wayOf(idsUnder(target)) } }
}

const idsUnder = (target: Pick<Row, "id" | "ids"> | null): Id[] => (target ? [...target.ids, target.id] : [])

/** What stands below it goes along: the way of each begins anew, and the rest of it stays. */
async function moveBelow(
  db: Db,
  org: Id,
  row: Row,
  target: Row | null,
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

export async function setDepartmentState(
  db: Db,
  org: Id,
  { id, version, isDisabled }: { readonly id: Id; readonly version: number; readonly isDisabled: boolean },
): Promise<Acted<{ before: Facts; after: Facts }>> {
  if (!(await holdTree(db, org))) return null
  // Stronger than a change needs: whoever puts a person into it waits, or is waited for.
  const [row] = await db.select(columns).from(department).where(isOne(org, id)).for("update")
  if (!row) return null
  if (row.version !== version) return { obstacle: "changedMeanwhile" }
  const obstacle = isDisabled ? await disableObstacle(db, org, row) : await enableObstacle(db, org, row)
  if (obstacle) return { obstacle }
  await disable(db, org, id, isDisabled)
  return {
    done: {
      before: { name: row.name, state: row.isDisabled ? "已停用" : "在用" },
      after: { name: row.name, state: isDisabled ? "已停用" : "在用" },
    },
  }
}

async function disable(db: Db, org: Id, id: Id, isDisabled = true): Promise<void> {
  await db
    .update(department)
    .set({ disabledAt: isDisabled ? sql`now()` : null, version: sql`${department.version} + 1` })
    .where(isOne(org, id))
}

async function disableObstacle(db: Db, org: Id, { id }: Row): Promise<Obstacle | null> {
  if ((await siblings(db, org, id)).length > 0) return "disableHasChildren"
  return (await peopleIn(db, org, [id])) > 0 ? "disableHasPeople" : null
}

async function enableObstacle(db: Db, org: Id, { id, parentId, name }: Row): Promise<Obstacle | null> {
  if (parentId !== null && (await rowOf(db, org, parentId))?.isDisabled !== false) return "parentDisabled"
  const beside = (await siblings(db, org, parentId)).filter((one) => one.id !== id)
  return beside.some((one) => shownNameKey(one.name) === shownNameKey(name)) ? "nameTaken" : null
}

interface Merging {
  readonly from: Row
  readonly into: Row
  readonly children: readonly (Row & { readonly becomes: string })[]
  readonly plan: MergePlan
}

async function merging(db: Db, org: Id, from: Id, into: Id): Promise<Acted<Merging>> {
  const source = await rowOf(db, org, from)
  const target = await rowOf(db, org, into)
  if (!source || !target) return null
  if (source.isDisabled || target.isDisabled) return { obstacle: "targetGone" }
  if (from === into || target.ids.includes(from)) return { obstacle: "mergeSelf" }
  const children = await db
    .select(columns)
    .from(department)
    .where(and(eq(department.orgId, org), eq(department.parentId, from), isNull(department.disabledAt)))
  for (const child of children) {
    const deepest = await deepestOf(db, org, child)
    if (moveObstacle({ id: child.id, level: child.level, deepest, target })) return { obstacle: "tooDeep" }
  }
  const theirs = new Set((await siblings(db, org, into)).map(({ name }) => shownNameKey(name)))
  const suffix = `（${source.name}）`
  const named = children.map((child) => ({
    ...child,
    becomes: theirs.has(shownNameKey(child.name))
      ? cutText(`${child.name}${suffix}`, departmentLimits.name)
      : child.name,
  }))
  const moves = [
    { what: "人员", count: await peopleIn(db, org, [from]) },
    { what: "子部门", count: children.length },
  ].filter(({ count }) => count > 0)
  return {
    done: {
      from: source,
      into: target,
      children: named,
      plan: {
        from: source.name,
        into: target.name,
        moves,
        renamed: named
          .filter(({ name, becomes }) => name !== becomes)
          .map(({ name, becomes }) => ({ from: name, to: becomes })),
        version: source.version,
        intoVersion: target.version,
      },
    },
  }
}

export async function departmentMergePlan(db: Db, org: Id, from: Id, into: Id): Promise<Acted<MergePlan>> {
  const merge = await merging(db, org, from, into)
  return merge && "done" in merge ? { done: merge.done.plan } : merge
}

/** Somebody who is in both stays in the second as what they are there; a main department stays the main one. */
export async function mergeDepartments(
  db: Db,
  org: Id,
  asked: { readonly from: Id; readonly into: Id; readonly version: number; readonly intoVersion: number },
): Promise<Acted<MergePlan>> {
  if (!(await holdTree(db, org))) return null
  const merge = await merging(db, org, asked.from, asked.into)
  if (!merge || "obstacle" in merge) return merge
  const { from, into, children, plan } = merge.done
  if (from.version !== asked.version || into.version !== asked.intoVersion)
    return { obstacle: "changedMeanwhile" }
  let sortNo = lastOf(await siblings(db, org, into.id))
  for (const child of children) {
    sortNo += step
    const name = child.becomes === child.name ? {} : { name: child.becomes }
    await moveBelow(db, org, child, into, { sortNo, ...name })
  }
  await movePeople(db, org, from.id, into.id)
  await moveRanges(db, org, from.id, into.id)
  await disable(db, org, from.id)
  await db
    .update(department)
    .set({ version: sql`${department.version} + 1` })
    .where(isOne(org, into.id))
  return { done: plan }
}

async function movePeople(db: Db, org: Id, from: Id, into: Id): Promise<void> {
  const inBoth: SQL = sql`select a.person_id from person_department a
    join person_department b on b.person_id = a.person_id and b.department_id = ${into}
    where a.org_id = ${org} and a.department_id = ${from}`
  const mains = await db
    .select({ id: personDepartment.personId })
    .from(personDepartment)
    .where(
      and(
        eq(personDepartment.orgId, org),
        eq(personDepartment.departmentId, from),
        eq(personDepartment.isMain, true),
        sql`${personDepartment.personId} in (${inBoth})`,
      ),
    )
  await db
    .delete(personDepartment)
    .where(
      and(
        eq(personDepartment.orgId, org),
        eq(personDepartment.departmentId, from),
        sql`${personDepartment.personId} in (${inBoth})`,
      ),
    )
  if (mains.length > 0)
    await db
      .update(personDepartment)
      .set({ isMain: true })
      .where(
        and(
          eq(personDepartment.orgId, org),
          eq(personDepartment.departmentId, into),
          inArray(
            personDepartment.personId,
            mains.map(({ id }) => id),
          ),
        ),
      )
  await db
    .update(personDepartment)
    .set({ departmentId: into })
    .where(and(eq(personDepartment.orgId, org), eq(personDepartment.departmentId, from)))
}

/** RANGE-1: the layers that the department looks after. */
async function moveRanges(db: Db, org: Id, from: Id, into: Id): Promise<void> {
  const type = String(rangeObjectTypes.department)
  await db.execute(sql`insert into building_layer_relation (org_id, object_type, object_id, layer_id)
    select org_id, object_type, ${into}::bigint, layer_id from building_layer_relation
    where org_id = ${org} and object_type = ${type} and object_id = ${from}
    on conflict do nothing`)
  await db.execute(sql`delete from building_layer_relation
    where org_id = ${org} and object_type = ${type} and object_id = ${from}`)
}
