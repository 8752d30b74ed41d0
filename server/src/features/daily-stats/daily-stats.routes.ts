import { comparisonCalls } from "@uc/contract/daily-stats/calls"
import { admintypes } from "@uc/contract/account/calls"
import { onlyAdministered } from "../../db/scope.ts"
import { answer } from "../../http/calls/register-calls.ts"
import { meantOrgs } from "../areas/orgs-in-filter.ts"
import { comparedNumbers } from "./daily-stats.store.ts"

export const comparisonRoutes = answer(comparisonCalls, () => ({
  ofDay: async ({ day, ...wish }, ask) => {
    const { id, admintype } = ask.user.user
    const isAdministrator = admintype !== admintypes.none
    const own = isAdministrator ? null : id
    // The lists behind these numbers show no more (BARE-8).
    const only = isAdministrator ? onlyAdministered(ask.scope, ask.user.administered) : null
    return comparedNumbers(ask.db, await meantOrgs(ask, wish), { day, own, only })
  },
}))
