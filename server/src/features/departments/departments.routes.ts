import { departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import { mustAdministerFully } from "../../session/administered.ts"
import { answer } from "../../http/calls/register-calls.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { mustReach, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import {
  addDepartment,
  departmentFacts,
  departmentTree,
  removeDepartment,
  renameDepartment,
  type Outcome,
} from "./departments.store.ts"

export const departmentRoutes = answer(departmentCalls, () => ({
  tree: ({ orgid }, { db, scope }) => departmentTree(db, mustReach(scope, orgid)),

  save: async ({ orgid, id, parentId, name, version }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const before = id === undefined ? null : await departmentFacts(ask.db, org, id)
    const saved = mustBeDone(
      id === undefined
        ? await addDepartment(ask.db, org, { parent: parentId ?? null, name })
        : await renameDepartment(ask.db, org, { id, parent: parentId ?? null, name, version }),
    )
    await logDone(ask, "departments.save", { id: saved.id, before, after: { name: saved.name } })
    return saved
  },

  remove: async ({ orgid, id }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const before = await departmentFacts(ask.db, org, id)
    mustBeDone(await removeDepartment(ask.db, org, id))
    await logDone(ask, "departments.remove", { id, before, after: null })
    return {}
  },
}))

function mustBeDone<T>(outcome: Outcome<T>): T {
  if ("done" in outcome) return outcome.done
  if (outcome.obstacle === null) throw outOfReach()
  const status = outcome.obstacle === "changedMeanwhile" ? 409 : 400
  throw new Refusal(departmentMessages[outcome.obstacle], { status })
}
