import { patrolCalls } from "@uc/contract/patrols/calls"
import { statisticsMessages } from "@uc/contract/core/statistics-period"
import { statisticsPeriod } from "../../db/queries/statistics-period.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { orgsInFilter } from "../areas/public.ts"
import { Refusal } from "../../errors/refusal.ts"
import { patrolStatistics } from "./patrols.store.ts"

export const patrolRoutes = implementCalls(patrolCalls, () => ({
  statistics: async ({ areaId: areaid, orgid, ...asked }, context) => {
    const orgs = await orgsInFilter(context, { areaid, orgid })
    const period = await statisticsPeriod(context.db, asked)
    if (!period) throw new Refusal(statisticsMessages.periodTooLong)
    const isOfAll = context.scope.reach === "all" && areaid === undefined && orgid === undefined
    return patrolStatistics(context.db, isOfAll ? null : orgs, period)
  },
}))
