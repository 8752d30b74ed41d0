import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { onlyAdministered } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { heldOf } from "../../session/rights/held-permissions.ts"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import type { Scope } from "../../db/scope.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { orgsInFilter } from "../areas/public.ts"
import { dailyNumbers } from "./daily-stats.store.ts"

export const dailyStatRoutes = implementCalls(dailyStatCalls, () => ({
  ofDay: async ({ day, ...wish }, context) => {
    const { id } = context.user.user
    const tasks = wholly(context.user, "tasks.manage")
    const logs = wholly(context.user, "logs.read")
    // The lists behind these numbers show no more (BARE-8).
    const counted = {
      day,
      own: tasks === null ? id : null,
      tasksIn: tasks && onlyAdministered(context.scope, tasks),
      signInsIn: logs && onlyAdministered(context.scope, logs),
    }
    return dailyNumbers(context.db, await orgsInFilter(context, wish), counted)
  },
}))

/** What a role shows of single people is not counted for a whole organisation. */
function wholly(user: SignedIn, permission: PermissionId): Scope | null {
  const held = heldOf(user, permission)
  return held !== null && held.narrowed === null ? held.scope : null
}
