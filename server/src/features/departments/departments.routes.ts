import { departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import { mustAdministerFully } from "../../session/administered.ts"
import { mustHoldForDepartments } from "../../session/rights/narrowed.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { mustReach, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import {
  addDepartment,
  departmentFacts,
  isOfPersonType,
  departmentTree,
  removeDepartment,
  renameDepartment,
  type Outcome,
} from "./departments.store.ts"

export const departmentRoutes = implementCalls(departmentCalls, () => ({
  tree: ({ orgid, type }, { db, scope }) => {
    const org = mustReach(scope, orgid)
    return departmentTree(db, org, type && isOfPersonType(org, type))
  },

  save: async ({ orgid, id, parentId, name, version }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, id === undefined ? [parentId ?? null] : [id])
    mustNotVersionNew(id, version)
    const before = id === undefined ? null : await departmentFacts(context.db, org, id)
    const saved = mustBeDone(
      id === undefined
        ? await addDepartment(context.db, org, { parent: parentId ?? null, name })
        : await renameDepartment(context.db, org, { id, parent: parentId ?? null, name, version }),
    )
    await writeAuditEntry(context, "departments.save", { id: saved.id, before, after: { name: saved.name } })
    return saved
  },

  remove: async ({ orgid, id }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, [id])
    const before = await departmentFacts(context.db, org, id)
    mustBeDone(await removeDepartment(context.db, org, id))
    await writeAuditEntry(context, "departments.remove", { id, before, after: null })
    return {}
  },
}))

function mustBeDone<T>(outcome: Outcome<T>): T {
  if ("done" in outcome) return outcome.done
  if (outcome.obstacle === null) throw outOfReach()
  const status = outcome.obstacle === "changedMeanwhile" ? 409 : 400
  const field = outcome.obstacle === "nameTaken" && { field: "name" }
  throw new Refusal(departmentMessages[outcome.obstacle], { status, ...field })
}
