import { cutText } from "@uc/contract/core/cut-text"
import { rangeObjectTypes } from "@uc/contract/buildings/calls"
import { moveObstacle } from "@uc/contract/departments/admin-calls"
import { departmentLimits } from "@uc/contract/departments/calls"
import type { MergePlan } from "@uc/contract/organisations/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { department } from "../../db/schema/organisations.ts"
import { personDepartment } from "../../db/schema/people.ts"
import {
  rowColumns,
  deepestOf,
  setDisabled,
  lockTree,
  isOne,
  lastSortNo,
  moveBelow,
  peopleIn,
  rowOf,
  siblings,
  step,
  type Acted,
  type DepartmentRow,
} from "./department-tree.store.ts"

interface ReadMerge {
  readonly from: DepartmentRow
  readonly into: DepartmentRow
  readonly children: readonly (DepartmentRow & { readonly becomes: string })[]
  readonly plan: MergePlan
}

async function readMerge(db: Db, org: Id, from: Id, into: Id): Promise<Acted<ReadMerge>> {
  const source = await rowOf(db, org, from)
  const target = await rowOf(db, org, into)
  if (!source || !target) return null
  if (source.isDisabled || target.isDisabled) return { obstacle: "targetGone" }
  if (from === into || target.ids.includes(from)) return { obstacle: "mergeSelf" }
  const children = await db
    .select(rowColumns)
    .from(department)
    .where(and(eq(department.orgId, org), eq(department.parentId, from), isNull(department.disabledAt)))
  for (const child of children) {
    const deepest = await deepestOf(db, org, child)
    if (moveObstacle({ id: child.id, level: child.level, deepest, target })) return { obstacle: "tooDeep" }
  }
  const namesInTarget = new Set((await siblings(db, org, into)).map(({ name }) => shownNameKey(name)))
  const suffix = `（${source.name}）`
  const named = children.map((child) => ({
    ...child,
    becomes: namesInTarget.has(shownNameKey(child.name))
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
  const merge = await readMerge(db, org, from, into)
  return merge && "done" in merge ? { done: merge.done.plan } : merge
}

/** Somebody in both keeps their role in the second; a main department stays the main one. */
export async function mergeDepartments(
  db: Db,
  org: Id,
  wanted: { readonly from: Id; readonly into: Id; readonly version: number; readonly intoVersion: number },
): Promise<Acted<MergePlan>> {
  if (!(await lockTree(db, org))) return null
  const merge = await readMerge(db, org, wanted.from, wanted.into)
  if (!merge || "obstacle" in merge) return merge
  const { from, into, children, plan } = merge.done
  if (from.version !== wanted.version || into.version !== wanted.intoVersion)
    return { obstacle: "changedMeanwhile" }
  let sortNo = lastSortNo(await siblings(db, org, into.id))
  for (const child of children) {
    sortNo += step
    const name = child.becomes === child.name ? {} : { name: child.becomes }
    await moveBelow(db, org, child, into, { sortNo, ...name })
  }
  await movePeople(db, org, from.id, into.id)
  await moveRanges(db, org, from.id, into.id)
  await moveNoticeRecipients(db, from.id, into.id)
  await setDisabled(db, org, from.id)
  await db
    .update(department)
    .set({ version: sql`${department.version} + 1` })
    .where(isOne(org, into.id))
  return { done: plan }
}

/** DAY-11: a notice for the first is for the people who came from it. */
async function moveNoticeRecipients(db: Db, from: Id, into: Id): Promise<void> {
  await db.execute(sql`update notice set for_departments = array_replace(for_departments, ${from}::bigint, ${into}::bigint)
    where ${from}::bigint = any (for_departments)`)
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
