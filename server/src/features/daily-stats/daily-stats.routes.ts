import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { onlyAdministered } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { administersAny } from "../../session/reach.ts"
import { orgsInFilter } from "../areas/public.ts"
import { dailyNumbers } from "./daily-stats.store.ts"

export const dailyStatRoutes = implementCalls(dailyStatCalls, () => ({
  ofDay: async ({ day, ...wish }, context) => {
    const { id } = context.user.user
    // What a role shows of single people is not counted for a whole organisation.
    const isAdministrator = administersAny(context.user) && context.user.narrowed === null
    const own = isAdministrator ? null : id
    // The lists behind these numbers show no more (BARE-8).
    const only = isAdministrator ? onlyAdministered(context.scope, context.user.administered) : null
    return dailyNumbers(context.db, await orgsInFilter(context, wish), { day, own, only })
  },
}))
