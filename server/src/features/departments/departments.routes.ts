import { departmentCalls, departmentMessages } from "@uc/contract/departments"
import { administers } from "@uc/contract/session"
import type { Id } from "@uc/contract/wire"
import { audit } from "../../identity/audit.ts"
import { answer, type Ask } from "../../http/answer.ts"
import { mustReach, outOfReach } from "../../http/reach.ts"
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
    await logged(ask, "departments.save", saved.id)
    return saved
  },

  remove: async ({ orgid, id }, ask) => {
    mustBeDone(await removeDepartment(ask.db, mustAdminister(ask, orgid), id))
    await logged(ask, "departments.remove", id)
    return {}
  },
}))

function mustAdminister({ scope, user: { user } }: Ask, orgid: Id): Id {
  if (!administers(user, orgid)) throw outOfReach()
  return mustReach(scope, orgid)
}

function mustBeDone<T>(outcome: Outcome<T>): T {
  if ("done" in outcome) return outcome.done
  if (outcome.obstacle === null) throw outOfReach()
  throw new Refusal(departmentMessages[outcome.obstacle])
}

async function logged({ db, user, caller }: Ask, action: string, id: Id): Promise<void> {
  await audit(db, {
    person: { id: user.user.id, orgId: user.user.orgid },
    sessionId: user.sessionId,
    action,
    result: "done",
    ip: caller.ip,
    detail: { id },
  })
}
