import { manageCalls } from "@uc/contract/manage/calls"
import { admintypes } from "@uc/contract/account/calls"
import { onlyAdministered } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { lastBackup } from "../backups/public.ts"
import { countedFor } from "./manage.store.ts"

export const manageRoutes = implementCalls(manageCalls, () => ({
  overview: async (_input, { db, scope, user: { user, administered } }) => {
    const orgs = onlyAdministered(scope, administered)
    const isPlatform = user.admintype === admintypes.platform
    const counted = await countedFor(db, { orgs, own: user.orgid, isPlatform })
    return { ...counted, backup: isPlatform ? await lastBackup(db) : null }
  },
}))
