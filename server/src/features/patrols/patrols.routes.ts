import { patrolCalls } from "@uc/contract/patrols/calls"
import { statisticsMessages } from "@uc/contract/core/statistics-period"
import { statisticsPeriod } from "../../db/queries/statistics-period.ts"
import { answer } from "../../http/calls/register-calls.ts"
import { meantOrgs } from "../areas/orgs-in-filter.ts"
import { Refusal } from "../../errors/refusal.ts"
import { patrolStatistics } from "./patrols.store.ts"

export const patrolRoutes = answer(patrolCalls, () => ({
  statistics: async ({ areaId: areaid, orgid, ...asked }, ask) => {
    const orgs = await meantOrgs(ask, { areaid, orgid })
    const period = await statisticsPeriod(ask.db, asked)
    if (!period) throw new Refusal(statisticsMessages.periodTooLong)
    const isOfAll = ask.scope.reach === "all" && areaid === undefined && orgid === undefined
    return patrolStatistics(ask.db, isOfAll ? null : orgs, period)
  },
}))
