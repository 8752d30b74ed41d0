import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { admintypes } from "@uc/contract/account/calls"
import { onlyAdministered } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { orgsInFilter } from "../areas/public.ts"
import { dailyNumbers } from "./daily-stats.store.ts"

export const dailyStatRoutes = implementCalls(dailyStatCalls, () => ({
  ofDay: async ({ day, ...wish }, context) => {
    const { id, admintype } = context.user.user
    const isAdministrator = admintype !== admintypes.none
    const own = isAdministrator ? null : id
    // The lists behind these numbers show no more (BARE-8).
    const only = isAdministrator ? onlyAdministered(context.scope, context.user.administered) : null
    return dailyNumbers(context.db, await orgsInFilter(context, wish), { day, own, only })
  },
}))
