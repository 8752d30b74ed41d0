import { manageCalls } from "@uc/contract/manage/calls"
import { admintypes } from "@uc/contract/account/calls"
import { onlyAdministered } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { countedFor } from "./manage.store.ts"

export const manageRoutes = implementCalls(manageCalls, () => ({
  overview: (_input, { db, scope, user: { user, administered } }) => {
    const orgs = onlyAdministered(scope, administered)
    return countedFor(db, { orgs, own: user.orgid, isPlatform: user.admintype === admintypes.platform })
  },
}))
