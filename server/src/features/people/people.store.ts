import { departmentLimits } from "@uc/contract/departments/calls"
import { idkeyOf, postLevels } from "@uc/contract/people/calls"
import type { PersonNode, PostNode } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, arrayContains, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm"
import { grouped } from "../../db/queries/grouped.ts"
import type { Db } from "../../db/open.ts"
import { department, post } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"

interface Below {
  readonly org: Id
  /** The department to start below; null: the organisation's top. */
  readonly from: Id | null
  /** How many levels down; null: all. */
  readonly levels: number | null
}

interface DepartmentRow {
  readonly id: Id
  readonly parentId: Id | null
  readonly name: string
  readonly level: number
}

/**
 * PERSON-5: the departments below, with their people. Where `levels` ends the tree, `deptlist` and `userlist` of the last
 * departments are null: not asked for yet.
 */
export async function personTree(db: Db, { org, from, levels }: Below): Promise<PersonNode[] | null> {
  const start = from === null ? null : await departmentOf(db, org, from)
  if (from !== null && !start) return null
  const firstLevel = start ? start.level + 1 : 0
  // One level more than the tree has: below the last there is nothing left.
  const lastLevel = Math.min(departmentLimits.levels, levels === null ? Infinity : firstLevel + levels - 1)

  const departments = await db
    .select(departmentColumns)
    .from(department)
    .where(
      and(
        eq(department.orgId, org),
        isNull(department.disabledAt),
        start ? arrayContains(department.ids, [start.id]) : undefined,
        lte(department.level, lastLevel),
      ),
    )
    .orderBy(asc(department.sortNo), asc(department.id))
  const open = departments.filter(({ level }) => level < lastLevel)
  const people = await peopleIn(db, org, start ? [start, ...open] : open)
  const counts = await peopleCounts(db, org, start)

  const byParent = grouped(departments, ({ parentId }) => parentId)
  const node = (row: DepartmentRow): PersonNode => {
    const isOpen = row.level < lastLevel
    return {
      ...departmentNode(row),
      usercount: counts.get(row.id) ?? 0,
      userlist: isOpen ? (people.get(row.id) ?? []) : null,
      deptlist: isOpen ? (byParent.get(row.id) ?? []).map(node) : null,
    }
  }
  const tops = (byParent.get(start?.id ?? null) ?? []).map(node)
  // A department's own people stand beside its departments; at the top there are no people.
  return start ? [...(people.get(start.id) ?? []), ...tops] : tops
}

const departmentColumns = {
  id: department.id,
  parentId: department.parentId,
  name: department.name,
  level: department.level,
}

async function departmentOf(db: Db, org: Id, id: Id): Promise<DepartmentRow | null> {
  const [row] = await db
    .select(departmentColumns)
    .from(department)
    .where(and(eq(department.orgId, org), eq(department.id, id), isNull(department.disabledAt)))
  return row ?? null
}

function departmentNode({ id, name }: DepartmentRow): PersonNode {
  return {
    jid: null,
    nickname: null,
    deptid: id,
    deptname: name,
    userlist: null,
    deptlist: null,
    id,
    idkey: idkeyOf(null, id),
    label: name,
    usercount: 0,
  }
}

/** How many people are in each department or below it; one who is in two of them counts once. */
async function peopleCounts(db: Db, org: Id, below: DepartmentRow | null): Promise<Map<Id, number>> {
  const counted = sql`unnest(${department.ids} || ${department.id})`
  const rows = await db
    .select({
      id: sql<Id>`${counted}`,
      people: sql<number>`count(distinct ${personDepartment.personId})::int`,
    })
    .from(personDepartment)
    .innerJoin(department, eq(department.id, personDepartment.departmentId))
    .innerJoin(person, eq(person.id, personDepartment.personId))
    .where(
      and(
        eq(personDepartment.orgId, org),
        eq(department.orgId, org),
        eq(person.orgId, org),
        isNull(department.disabledAt),
        isNull(person.disabledAt),
        below ? arrayContains(department.ids, [below.id]) : undefined,
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

async function peopleIn(
  db: Db,
  org: Id,
  departments: readonly DepartmentRow[],
): Promise<Map<Id, PersonNode[]>> {
  if (departments.length === 0) return new Map()
  const names = new Map(departments.map(({ id, name }) => [id, name]))
  const rows = await db
    .select({ jid: person.id, nickname: person.name, deptid: personDepartment.departmentId })
    .from(personDepartment)
    .innerJoin(person, eq(person.id, personDepartment.personId))
    .where(
      and(
        eq(personDepartment.orgId, org),
        inArray(personDepartment.departmentId, [...names.keys()]),
        eq(person.orgId, org),
        isNull(person.disabledAt),
      ),
    )
    .orderBy(asc(personDepartment.sortNo), asc(person.id))
  const nodes = rows.map(({ jid, nickname, deptid }): PersonNode => ({
    jid,
    nickname,
    deptid,
    deptname: names.get(deptid) ?? "",
    userlist: null,
    deptlist: null,
    id: jid,
    idkey: idkeyOf(jid, deptid),
    label: nickname,
    usercount: null,
  }))
  return grouped(nodes, ({ deptid }) => deptid)
}

/** PERSON-5: posts (level c3) with the people who hold them (level c2). */
export async function postTree(db: Db, org: Id): Promise<PostNode[]> {
  const rows = await db
    .select({ postId: post.id, postName: post.name, personId: person.id, personName: person.name })
    .from(post)
    .innerJoin(personDepartment, and(eq(personDepartment.orgId, org), eq(personDepartment.postId, post.id)))
    .innerJoin(person, eq(person.id, personDepartment.personId))
    .where(and(eq(post.orgId, org), isNull(person.disabledAt)))
    .orderBy(asc(post.sortNo), asc(post.id), asc(person.name), asc(person.id))
  return [...grouped(rows, ({ postId }) => postId)].map(([id, holders]) => ({
    id,
    name: holders[0]?.postName ?? "",
    level: postLevels.post,
    // One who holds the post in two departments is still one person.
    children: [...new Map(holders.map((holder) => [holder.personId, holder])).values()].map((holder) => ({
      id: holder.personId,
      name: holder.personName,
      level: postLevels.person,
      children: [],
    })),
  }))
}
