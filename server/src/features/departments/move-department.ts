import { moveObstacle } from "@uc/contract/departments/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import {
  deepestOf,
  lockTree,
  idsUnder,
  lastSortNo,
  moveBelow,
  namesOf,
  rowOf,
  siblings,
  step,
  type Acted,
  type Facts,
} from "./department-tree.store.ts"

/** DEPT-3: with everything below it, at most five levels, and never below itself. */
export async function moveDepartment(
  db: Db,
  org: Id,
  { id, version, to }: { readonly id: Id; readonly version: number; readonly to: Id | null },
): Promise<Acted<{ before: Facts; after: Facts }>> {
  if (!(await lockTree(db, org))) return null
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
  await moveBelow(db, org, row, target, { sortNo: lastSortNo(beside) + step })
  const pathFacts = async (ids: readonly Id[]) => {
    const names = ids.length === 0 ? [] : await namesOf(db, org, ids)
    const path = ids.flatMap((one) => names.find((found) => found.id === one)?.name ?? [])
    return { name: row.name, below: path.join(" / ") || "最上级" }
  }
  return { done: { before: await pathFacts(row.ids), after: await pathFacts(idsUnder(target)) } }
}
