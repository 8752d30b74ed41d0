import type { Id, Shift } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { shifted } from "../../db/queries/shifted.ts"
import { lockTree, rowOf, siblings, step, type Acted, type Facts } from "./department-tree.store.ts"

/** DEPT-1: all siblings are renumbered, so that those with equal numbers get an order too. */
export async function shiftDepartment(
  db: Db,
  org: Id,
  { id, version, by }: { readonly id: Id; readonly version: number; readonly by: Shift },
): Promise<Acted<{ before: Facts; after: Facts }>> {
  if (!(await lockTree(db, org))) return null
  const row = await rowOf(db, org, id)
  if (!row || row.isDisabled) return null
  if (row.version !== version) return { obstacle: "changedMeanwhile" }
  const beside = await siblings(db, org, row.parentId)
  const order = shifted(
    beside.map((each) => each.id),
    id,
    by,
  )
  if (!order) return { obstacle: by === "up" ? "alreadyFirst" : "alreadyLast" }
  await db.execute(sql`update department d set sort_no = n.place * ${step},
      version = d.version + case when d.id = ${id}::bigint then 1 else 0 end
    from unnest(${sql.param(order)}::bigint[]) with ordinality as n (id, place)
    where d.org_id = ${org}::bigint and d.id = n.id`)
  const placeOf = (ids: readonly Id[]) => ({ name: row.name, place: `第${ids.indexOf(id) + 1}个` })
  return { done: { before: placeOf(beside.map((each) => each.id)), after: placeOf(order) } }
}
