import { departmentWorkCalls, departmentWorkMessages } from "@uc/contract/departments/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import { mergeFacts } from "../organisations/merge-facts.ts"
import { organisationOf } from "../organisations/organisation-of.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { answer } from "../../http/calls/register-calls.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { isAdministered, mustBeThere, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import {
  departmentDetails,
  departmentMergePlan,
  mergeDepartments,
  moveDepartment,
  setDepartmentState,
  type Acted,
} from "./department-actions.ts"
import { shiftDepartment } from "./shift-department.ts"

export const departmentWorkRoutes = answer(departmentWorkCalls, () => ({
  details: async ({ deptid }, { db, scope, user }) => {
    const org = mustReach(scope, mustBeThere(await organisationOf(db, "department", deptid, true)))
    const found = mustBeThere(await departmentDetails(db, org, deptid))
    // What is no longer in use is for those who might use it again.
    if (found.isDisabled && user.user.admintype === admintypes.none) mustBeThere(null)
    return { ...found, mayChange: isAdministered(user, org) }
  },

  move: async ({ orgid, deptid, version, toDeptid }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const moved = await moveDepartment(ask.db, org, { id: deptid, version, to: toDeptid ?? null })
    await logDone(ask, "departmentsAtWork.move", { id: deptid, ...mustBeDone(moved) })
    return {}
  },

  shift: async ({ orgid, deptid, version, by }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const moved = await shiftDepartment(ask.db, org, { id: deptid, version, by })
    await logDone(ask, "departmentsAtWork.shift", { id: deptid, ...mustBeDone(moved) })
    return {}
  },

  setState: async ({ orgid, deptid, version, isDisabled }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const asked = { id: deptid, version, isDisabled: isDisabled === 1 }
    ask.note({ id: deptid, ...mustBeDone(await setDepartmentState(ask.db, org, asked)) })
    return {}
  },

  mergePlan: async ({ orgid, deptid, toDeptid }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    return mustBeDone(await departmentMergePlan(ask.db, org, deptid, toDeptid))
  },

  merge: async ({ orgid, deptid, toDeptid, version, intoVersion }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const asked = { from: deptid, into: toDeptid, version, intoVersion }
    const plan = mustBeDone(await mergeDepartments(ask.db, org, asked))
    ask.note({
      id: deptid,
      before: { name: plan.from },
      after: mergeFacts(plan),
    })
    return { people: plan.moves.find(({ what }) => what === "人员")?.count ?? 0 }
  },
}))

function mustBeDone<T>(acted: Acted<T>): T {
  const found = mustBeThere(acted)
  if ("done" in found) return found.done
  const status = found.obstacle === "changedMeanwhile" ? 409 : 400
  throw new Refusal(departmentWorkMessages[found.obstacle], { status })
}
