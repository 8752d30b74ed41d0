import { alarmCalls, nowMinutes } from "@uc/contract/alarms/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { statisticsMessages } from "@uc/contract/core/statistics-period"
import type { Id } from "@uc/contract/core/wire"
import { reachedArea } from "../areas/reached-area.ts"
import { statisticsPeriod } from "../../db/queries/statistics-period.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { meantOrgs } from "../areas/orgs-in-filter.ts"
import { mustBeThere } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { untilNews } from "../../realtime/cache-until-event.ts"
import { alarmPage } from "./alarm-list.store.ts"
import { alarmQuestion } from "./alarm-filter.ts"
import { newestWarning, warnings, warningTypes } from "./alarms.store.ts"
import { riskStatistics } from "./risk-statistics.store.ts"

type Records = ParsedInputOf<typeof alarmCalls.records>

interface Reading {
  readonly endMs: number
  readonly upToNow: { readonly key: string; readonly question: Records }
  readonly upToThen: { readonly key: string; readonly question: Records }
}

/** The same question of a timer is the same object again (`readOnce`): what can be worked out beforehand is. */
function readingOf({ endtime, ...rest }: Records): Reading {
  const { start, limit, starttime, areaid } = rest
  const upTo = (end: string | undefined) => ({
    key: `${start} ${limit} ${starttime} ${end} ${areaid}`,
    question: { ...rest, endtime: end },
  })
  return {
    endMs: endtime === undefined ? Number.POSITIVE_INFINITY : momentFrom(endtime).getTime(),
    upToNow: upTo(undefined),
    upToThen: upTo(endtime),
  }
}

export const alarmRoutes = answer(alarmCalls, (house) => {
  const records = untilNews(house, "alarms", async ([{ areaid, ...asked }, ask]: [Records, Ask]) =>
    warnings(ask.db, ask.scope, { ...asked, areaPath: await pathOf(areaid, ask) }),
  )
  const newest = untilNews(house, "alarms", async ([areaid, ask]: [Id | undefined, Ask]) => ({
    createtime: await newestWarning(ask.db, ask.scope, await pathOf(areaid, ask)),
  }))
  const readings = new WeakMap<Records, Reading>()
  return {
    records: (input, ask) => {
      let read = readings.get(input)
      if (!read) readings.set(input, (read = readingOf(input)))
      const { key, question } = read.endMs >= Date.now() - nowMinutes * 60_000 ? read.upToNow : read.upToThen
      return records(ask.scope, key, [question, ask])
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

async function pathOf(areaid: Id | undefined, { db, scope }: Ask): Promise<string | null> {
  return areaid === undefined ? null : mustBeThere(await reachedArea(db, scope, areaid)).path
}
