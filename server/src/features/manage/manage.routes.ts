import { manageCalls } from "@uc/contract/manage"
import { admintypes } from "@uc/contract/session"
import { answer } from "../../http/answer.ts"
import { outOfReach } from "../../http/reach.ts"
import { countedFor } from "./manage.store.ts"

export const manageRoutes = answer(manageCalls, () => ({
  overview: (_input, { db, user: { user } }) => {
    if (user.admintype === admintypes.none) throw outOfReach()
    const org = user.admintype === admintypes.organisation ? user.orgid : null
    return countedFor(db, { org, own: user.orgid, isPlatform: user.admintype === admintypes.platform })
  },
}))
