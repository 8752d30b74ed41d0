import { alarmCalls, nowMinutes } from "@uc/contract/alarms"
import type { ParsedInputOf } from "@uc/contract/call"
import { statisticsMessages } from "@uc/contract/statistics"
import type { Id } from "@uc/contract/wire"
import { reachedArea } from "../../db/reached-area.ts"
import { statisticsPeriod } from "../../db/statistics-period.ts"
import { momentFrom } from "../../db/wire-moment.ts"
import { answer, type Ask } from "../../http/answer.ts"
import { meantOrgs } from "../../http/meant-orgs.ts"
import { mustBeThere } from "../../http/reach.ts"
import { Refusal } from "../../http/refusal.ts"
import { untilNews } from "../../http/until-news.ts"
import { alarmPage } from "./alarm-list.store.ts"
import { alarmQuestion } from "./alarm-question.ts"
import { newestWarning, warnings, warningTypes } from "./alarms.store.ts"
import { riskStatistics } from "./risk-statistics.store.ts"

type Records = ParsedInputOf<typeof alarmCalls.records>

export const alarmRoutes = answer(alarmCalls, (house) => {
  const records = untilNews(house, "alarms", async ([{ areaid, ...asked }, ask]: [Records, Ask]) =>
    warnings(ask.db, ask.scope, { ...asked, areaPath: await pathOf(areaid, ask) }),
  )
  const newest = untilNews(house, "alarms", async ([areaid, ask]: [Id | undefined, Ask]) => ({
    createtime: await newestWarning(ask.db, ask.scope, await pathOf(areaid, ask)),
  }))
  return {
    records: ({ endtime: end, ...question }, ask) => {
      const endtime = end === undefined || isNow(end) ? undefined : end
      const { start, limit, starttime, areaid } = question
      const key = `${start} ${limit} ${starttime} ${endtime} ${areaid}`
      return records(ask.scope, key, [{ ...question, endtime }, ask])
    },

    list: async ({ limit, before, after, ...filters }, ask) =>
      alarmPage(ask.db, await alarmQuestion(ask, filters), { limit, before, after }),

    riskStatistics: async ({ areaid, orgid, ...asked }, ask) => {
      const orgs = await meantOrgs(ask, { areaid, orgid })
      const period = await statisticsPeriod(ask.db, asked)
      if (!period) throw new Refusal(statisticsMessages.periodTooLong)
      const isAll = ask.scope.reach === "all" && areaid === undefined && orgid === undefined
      return riskStatistics(ask.db, { orgs, isAll, period })
    },

    newest: ({ areaid }, ask) => newest(ask.scope, `${areaid}`, [areaid, ask]),

    types: ({ code, start, limit, pageindex, pagesize }, { db }) => {
      const size = pagesize ?? limit
      return warningTypes(db, { code, limit: size, start: pageindex ? (pageindex - 1) * size : start })
    },
  }
})

function isNow(endtime: string): boolean {
  return momentFrom(endtime).getTime() >= Date.now() - nowMinutes * 60_000
}

async function pathOf(areaid: Id | undefined, { db, scope }: Ask): Promise<string | null> {
  return areaid === undefined ? null : mustBeThere(await reachedArea(db, scope, areaid)).path
}
