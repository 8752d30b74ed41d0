import { departmentCalls, departmentMessages } from "@uc/contract/departments"
import { answer } from "../../http/answer.ts"
import { logDone } from "../../http/log-done.ts"
import { mustAdminister, mustReach, outOfReach } from "../../http/reach.ts"
import { Refusal } from "../../http/refusal.ts"
import {
  addDepartment,
  departmentTree,
  removeDepartment,
  renameDepartment,
  type Outcome,
} from "./departments.store.ts"

export const departmentRoutes = answer(departmentCalls, () => ({
  tree: ({ orgid }, { db, scope }) => departmentTree(db, mustReach(scope, orgid)),

  save: async ({ orgid, id, parentId, name }, ask) => {
    const org = mustAdminister(ask, orgid)
    const saved = mustBeDone(
      id === undefined
        ? await addDepartment(ask.db, org, { parent: parentId ?? null, name })
        : await renameDepartment(ask.db, org, { id, parent: parentId ?? null, name }),
    )
    await logDone(ask, "departments.save", { id: saved.id })
    return saved
  },

  remove: async ({ orgid, id }, ask) => {
    mustBeDone(await removeDepartment(ask.db, mustAdminister(ask, orgid), id))
    await logDone(ask, "departments.remove", { id })
    return {}
  },
}))

function mustBeDone<T>(outcome: Outcome<T>): T {
  if ("done" in outcome) return outcome.done
  if (outcome.obstacle === null) throw outOfReach()
  throw new Refusal(departmentMessages[outcome.obstacle])
}
