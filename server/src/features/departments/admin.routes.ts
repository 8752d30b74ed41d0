import { departmentAdminCalls, departmentAdminMessages } from "@uc/contract/departments/admin-calls"
import { mergeFacts, organisationOf } from "../organisations/public.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { holdsForDepartment, mustHoldForDepartments } from "../../session/rights/narrowed.ts"
import { refreshDepartmentRoles } from "../../session/rights/refresh-sessions.ts"
import { mustCoverWidened, narrowedReach } from "../../session/rights/narrowed-reach.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { isAdministered, foundOrForbidden, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { departmentDetails } from "./department-details.ts"
import type { Acted } from "./department-tree.store.ts"
import { setDepartmentState } from "./disable-department.ts"
import { departmentMergePlan, mergeDepartments } from "./merge-departments.ts"
import { moveDepartment } from "./move-department.ts"
import { shiftDepartment } from "./shift-department.ts"

export const departmentAdminRoutes = implementCalls(departmentAdminCalls, (services) => ({
  details: async ({ deptid }, { db, scope, user }) => {
    const org = mustReach(scope, foundOrForbidden(await organisationOf(db, "department", deptid, true)))
    const found = foundOrForbidden(await departmentDetails(db, org, deptid))
    // Disabled departments are only for administrators, who may enable them.
    const mayChange = isAdministered(user, org) && holdsForDepartment(user, org, deptid)
    if (found.isDisabled && !mayChange) foundOrForbidden(null)
    return { ...found, mayChange }
  },

  move: async ({ orgid, deptid, version, toDeptid }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, [deptid, toDeptid ?? null])
    const before = await narrowedReach(context.db, org)
    const moved = await moveDepartment(context.db, org, { id: deptid, version, to: toDeptid ?? null })
    await mustCoverWidened(services.database, context, org, before)
    await writeAuditEntry(context, "departmentAdmin.move", { id: deptid, ...mustBeDone(moved) })
    await refreshDepartmentRoles(services, context.db, org)
    return {}
  },

  shift: async ({ orgid, deptid, version, by }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, [deptid])
    const moved = await shiftDepartment(context.db, org, { id: deptid, version, by })
    await writeAuditEntry(context, "departmentAdmin.shift", { id: deptid, ...mustBeDone(moved) })
    return {}
  },

  setState: async ({ orgid, deptid, version, isDisabled }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, [deptid])
    const wanted = { id: deptid, version, isDisabled: isDisabled === 1 }
    context.note({ id: deptid, ...mustBeDone(await setDepartmentState(context.db, org, wanted)) })
    return {}
  },

  mergePlan: async ({ orgid, deptid, toDeptid }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, [deptid, toDeptid])
    return mustBeDone(await departmentMergePlan(context.db, org, deptid, toDeptid))
  },

  merge: async ({ orgid, deptid, toDeptid, version, intoVersion }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustHoldForDepartments(context, org, [deptid, toDeptid])
    const wanted = { from: deptid, into: toDeptid, version, intoVersion }
    const before = await narrowedReach(context.db, org)
    const plan = mustBeDone(await mergeDepartments(context.db, org, wanted))
    await mustCoverWidened(services.database, context, org, before)
    await refreshDepartmentRoles(services, context.db, org)
    context.note({
      id: deptid,
      before: { name: plan.from },
      after: mergeFacts(plan),
    })
    return { people: plan.moves.find(({ what }) => what === "人员")?.count ?? 0 }
  },
}))

function mustBeDone<T>(acted: Acted<T>): T {
  const found = foundOrForbidden(acted)
  if ("done" in found) return found.done
  const status = found.obstacle === "changedMeanwhile" ? 409 : 400
  throw new Refusal(departmentAdminMessages[found.obstacle], { status })
}
