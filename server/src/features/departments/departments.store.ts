import { rangeObjectTypes } from "@uc/contract/buildings/calls"
import {
  canTakeChildren,
  departmentLimits,
  type DepartmentNode,
  type departmentMessages,
} from "@uc/contract/departments/calls"
import type { PersonType } from "@uc/contract/people/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { and, arrayContains, asc, eq, isNull, max, ne, or, sql, type SQL } from "drizzle-orm"
import { filterKeys } from "../../db/queries/filter-keys.ts"
import { nested } from "../../db/queries/nested.ts"
import type { Db } from "../../db/open.ts"
import { buildingLayerRelation } from "../../db/schema/buildings.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"

export async function departmentTree(db: Db, org: Id, where?: SQL): Promise<DepartmentNode[]> {
  const rows = await db
    .select({
      id: department.id,
      parentId: department.parentId,
      name: department.name,
      sortNo: department.sortNo,
      keys: filterKeys(department),
    })
    .from(department)
    .where(and(areInUse(org), where))
    .orderBy(asc(department.sortNo), asc(department.id))
  return nested(rows, ({ id, name, sortNo, keys }, children) => ({ id, name, sortNo, keys, children }))
}

const kindOfPersonType = { T: "school", E: "enterprise" } as const

/** The organisation is one whose staff is of this type: T of schools, E of enterprises. */
export function isOfPersonType(org: Id, type: PersonType): SQL {
  return sql`exists (select from ${organisation} owner where owner.id = ${org} and owner.kind = ${kindOfPersonType[type]})`
}

/** Why it can't be done, by the name of the sentence; null: the department is not there. */
type Obstacle =
  | keyof Pick<
      typeof departmentMessages,
      "tooDeep" | "tooMany" | "nameTaken" | "hasPeople" | "hasChildren" | "cannotMove" | "changedMeanwhile"
    >
  | null

export type Outcome<T> = { readonly done: T } | { readonly obstacle: Obstacle }

/** Leaves room to insert another between two. */
const step = 10

export async function addDepartment(
  db: Db,
  org: Id,
  { parent, name }: { parent: Id | null; name: string },
): Promise<Outcome<DepartmentNode>> {
  // The organisation is locked before any department, as everywhere: only then the count of departments is reliable.
  const top = await lockedParent(db, org, null)
  const above = parent === null ? top : await lockedParent(db, org, parent)
  if (!top || !above) return { obstacle: null }
  if (!canTakeChildren(above.level)) return { obstacle: "tooDeep" }
  if ((await db.$count(department, areInUse(org))) >= departmentLimits.departments)
    return { obstacle: "tooMany" }
  if (await isTaken(db, org, { parent, name })) return { obstacle: "nameTaken" }
  const [last] = await db
    .select({ sortNo: max(department.sortNo) })
    .from(department)
    .where(isBelow(org, parent))
  const [made] = await db
    .insert(department)
    .values({
      orgId: org,
      parentId: parent,
      ids: above.idsBelow,
      level: above.level + 1,
      name,
      sortNo: (last?.sortNo ?? 0) + step,
      ...searchKeys(name),
    })
    .returning({ id: department.id })
  return { done: await nodeOf(db, org, made?.id ?? "") }
}

/** `parent` is where the caller believes it to be; null: not said. */
export async function renameDepartment(
  db: Db,
  org: Id,
  { id, parent, name, version }: { id: Id; parent: Id | null; name: string; version: number | undefined },
): Promise<Outcome<DepartmentNode>> {
  const [own] = await db.select({ parentId: department.parentId }).from(department).where(isInUse(org, id))
  // The parent is locked before the child, as everywhere, to avoid a deadlock.
  if (!own || !(await lockedParent(db, org, own.parentId))) return { obstacle: null }
  if (parent !== null && parent !== own.parentId)
    return { obstacle: (await isThere(db, org, parent)) ? "cannotMove" : null }
  const [now] = await db.select({ version: department.version }).from(department).where(isInUse(org, id))
  if (now && version !== undefined && version !== now.version) return { obstacle: "changedMeanwhile" }
  if (await isTaken(db, org, { parent: own.parentId, name, except: id })) return { obstacle: "nameTaken" }
  const renamed = await db
    .update(department)
    .set({ name, ...searchKeys(name), version: sql`${department.version} + 1` })
    .where(isInUse(org, id))
    .returning({ id: department.id })
  return renamed.length === 0 ? { obstacle: null } : { done: await nodeOf(db, org, id) }
}

/** Disabled, not deleted: people who left still refer to their department. */
export async function removeDepartment(db: Db, org: Id, id: Id): Promise<Outcome<Id>> {
  // A stronger lock than a change needs: adding a person or department to it waits, or is waited for.
  const [own] = await db.select({ id: department.id }).from(department).where(isInUse(org, id)).for("update")
  if (!own) return { obstacle: null }
  if ((await db.$count(department, isBelow(org, id))) > 0) return { obstacle: "hasChildren" }
  const [someone] = await db
    .select({ id: person.id })
    .from(personDepartment)
    .innerJoin(person, eq(person.id, personDepartment.personId))
    .where(
      and(
        eq(personDepartment.orgId, org),
        eq(personDepartment.departmentId, id),
        eq(person.orgId, org),
        isNull(person.disabledAt),
      ),
    )
    .limit(1)
  if (someone) return { obstacle: "hasPeople" }
  await db
    .update(department)
    .set({ disabledAt: sql`now()` })
    .where(isInUse(org, id))
  await db
    .delete(buildingLayerRelation)
    .where(
      and(
        eq(buildingLayerRelation.orgId, org),
        eq(buildingLayerRelation.objectType, String(rangeObjectTypes.department)),
        eq(buildingLayerRelation.objectId, id),
      ),
    )
  return { done: id }
}

/** What stands in the audit log. */
export async function departmentFacts(db: Db, org: Id, id: Id): Promise<{ readonly name: string } | null> {
  const [row] = await db.select({ name: department.name }).from(department).where(isInUse(org, id))
  return row ?? null
}

interface Above {
  /** -1: the organisation itself. */
  readonly level: number
  readonly idsBelow: Id[]
}

/** DEPT-3: until the end of the transaction nobody else adds, renames or removes below it. */
async function lockedParent(db: Db, org: Id, parent: Id | null): Promise<Above | null> {
  if (parent === null) {
    const rows = await db
      .select({ id: organisation.id })
      .from(organisation)
      .where(eq(organisation.id, org))
      .for("no key update")
    return rows.length === 0 ? null : { level: -1, idsBelow: [] }
  }
  const [row] = await db
    .select({ level: department.level, ids: department.ids })
    .from(department)
    .where(isInUse(org, parent))
    .for("no key update")
  return row ? { level: row.level, idsBelow: [...row.ids, parent] } : null
}

async function isTaken(
  db: Db,
  org: Id,
  { parent, name, except }: { parent: Id | null; name: string; except?: Id },
): Promise<boolean> {
  const isAnother = except === undefined ? undefined : ne(department.id, except)
  const rows = await db
    .select({ name: department.name })
    .from(department)
    .where(and(isBelow(org, parent), isAnother))
  const key = shownNameKey(name)
  return rows.some((row) => shownNameKey(row.name) === key)
}

async function isThere(db: Db, org: Id, id: Id): Promise<boolean> {
  return (await db.$count(department, isInUse(org, id))) > 0
}

async function nodeOf(db: Db, org: Id, id: Id): Promise<DepartmentNode> {
  const [node] = await departmentTree(db, org, or(eq(department.id, id), arrayContains(department.ids, [id])))
  if (!node) throw new Error(`Department ${id} was written and can't be read`)
  return node
}

function areInUse(org: Id): SQL | undefined {
  return and(eq(department.orgId, org), isNull(department.disabledAt))
}

function isInUse(org: Id, id: Id): SQL | undefined {
  return and(areInUse(org), eq(department.id, id))
}

function isBelow(org: Id, parent: Id | null): SQL | undefined {
  return and(areInUse(org), parent === null ? isNull(department.parentId) : eq(department.parentId, parent))
}
