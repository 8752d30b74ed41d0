import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { department } from "../../db/schema/organisations.ts"
import {
  rowColumns,
  setDisabled,
  lockTree,
  isOne,
  peopleIn,
  rowOf,
  siblings,
  type Acted,
  type Facts,
  type Obstacle,
  type DepartmentRow,
} from "./department-tree.store.ts"

export async function setDepartmentState(
  db: Db,
  org: Id,
  { id, version, isDisabled }: { readonly id: Id; readonly version: number; readonly isDisabled: boolean },
): Promise<Acted<{ before: Facts; after: Facts }>> {
  if (!(await lockTree(db, org))) return null
  // A stronger lock than a change needs: adding a person to it waits, or is waited for.
  const [row] = await db.select(rowColumns).from(department).where(isOne(org, id)).for("update")
  if (!row) return null
  if (row.version !== version) return { obstacle: "changedMeanwhile" }
  const obstacle = isDisabled ? await disableObstacle(db, org, row) : await enableObstacle(db, org, row)
  if (obstacle) return { obstacle }
  await setDisabled(db, org, id, isDisabled)
  return {
    done: {
      before: { name: row.name, state: row.isDisabled ? "已停用" : "在用" },
      after: { name: row.name, state: isDisabled ? "已停用" : "在用" },
    },
  }
}

async function disableObstacle(db: Db, org: Id, { id }: DepartmentRow): Promise<Obstacle | null> {
  if ((await siblings(db, org, id)).length > 0) return "disableHasChildren"
  return (await peopleIn(db, org, [id])) > 0 ? "disableHasPeople" : null
}

async function enableObstacle(
  db: Db,
  org: Id,
  { id, parentId, name }: DepartmentRow,
): Promise<Obstacle | null> {
  if (parentId !== null && (await rowOf(db, org, parentId))?.isDisabled !== false) return "parentDisabled"
  const beside = (await siblings(db, org, parentId)).filter((one) => one.id !== id)
  return beside.some((one) => shownNameKey(one.name) === shownNameKey(name)) ? "nameTaken" : null
}
