import { alarmCalls } from "@uc/contract/alarms"
import { alarmMessages } from "@uc/contract/alarms-at-work"
import type { Id } from "@uc/contract/wire"
import { reachedArea } from "../../db/reached-area.ts"
import { answer, type Ask } from "../../http/answer.ts"
import { mustBeThere } from "../../http/reach.ts"
import { Refusal } from "../../http/refusal.ts"
import { alarmPage } from "./alarm-list.store.ts"
import { alarmQuestion } from "./alarm-question.ts"
import { newestWarning, warnings, warningTypes } from "./alarms.store.ts"
import { riskStatistics, statisticsPeriod } from "./risk-statistics.store.ts"

export const alarmRoutes = answer(alarmCalls, () => ({
  records: async ({ areaid, ...question }, ask) =>
    warnings(ask.db, ask.scope, { ...question, areaPath: await pathOf(areaid, ask) }),

  list: async ({ limit, before, after, ...filters }, ask) =>
    alarmPage(ask.db, await alarmQuestion(ask, filters), { limit, before, after }),

  riskStatistics: async (asked, ask) => {
    const { areaPath } = await alarmQuestion(ask, asked)
    const period = await statisticsPeriod(ask.db, asked)
    if (!period) throw new Refusal(alarmMessages.periodTooLong)
    return riskStatistics(ask.db, { ...period, orgid: asked.orgid, areaPath, scope: ask.scope })
  },

  newest: async ({ areaid }, ask) => ({
    createtime: await newestWarning(ask.db, ask.scope, await pathOf(areaid, ask)),
  }),

  types: ({ code, start, limit, pageindex, pagesize }, { db }) => {
    const size = pagesize ?? limit
    return warningTypes(db, { code, limit: size, start: pageindex ? (pageindex - 1) * size : start })
  },
}))

async function pathOf(areaid: Id | undefined, { db, scope }: Ask): Promise<string | null> {
  return areaid === undefined ? null : mustBeThere(await reachedArea(db, scope, areaid)).path
}
