import { usertypes } from "@uc/contract/account/calls"
import { alarmCalls, nowMinutes } from "@uc/contract/alarms/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { statisticsMessages } from "@uc/contract/core/statistics-period"
import type { Id } from "@uc/contract/core/wire"
import { reachedArea, orgsInFilter } from "../areas/public.ts"
import { statisticsPeriod } from "../../db/queries/statistics-period.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustPageOneWay } from "../../http/calls/parameters-with-effect.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { cacheUntilEvent } from "../../realtime/cache-until-event.ts"
import { alarmPage } from "./alarm-list.store.ts"
import { alarmFilter } from "./alarm-filter.ts"
import { newestWarning, warnings, warningTypes } from "./alarms.store.ts"
import { pageOf } from "./page-of-types.ts"
import { riskStatistics } from "./risk-statistics.store.ts"

type Records = ParsedInputOf<typeof alarmCalls.records>

interface Reading {
  readonly endMs: number
  readonly upToNow: { readonly key: string; readonly filter: Records }
  readonly upToThen: { readonly key: string; readonly filter: Records }
}

/** Equal requests of polling pages are parsed to one object (http/calls/read-input.ts): what follows from it is derived once. */
function readingOf({ endtime, ...rest }: Records): Reading {
  const asked = JSON.stringify(rest)
  const upTo = (end: string | undefined) => ({
    key: `${end} ${asked}`,
    filter: { ...rest, endtime: end },
  })
  return {
    endMs: endtime === undefined ? Number.POSITIVE_INFINITY : momentFrom(endtime).getTime(),
    upToNow: upTo(undefined),
    upToThen: upTo(endtime),
  }
}

export const alarmRoutes = implementCalls(alarmCalls, (services) => {
  const records = cacheUntilEvent(
    services,
    "alarms",
    async ([{ areaid, ...asked }, context]: [Records, RequestContext]) =>
      warnings(context.db, context.scope, {
        ...asked,
        areaPath: await pathOf(areaid, context),
        bureau: bureauOf(context),
      }),
  )
  const newest = cacheUntilEvent(
    services,
    "alarms",
    async ([areaid, context]: [Id | undefined, RequestContext]) => ({
      createtime: await newestWarning(context.db, context.scope, await pathOf(areaid, context)),
    }),
  )
  const readings = new WeakMap<Records, Reading>()
  return {
    records: (input, context) => {
      if (input.orgid !== undefined) mustReach(context.scope, input.orgid)
      let read = readings.get(input)
      if (!read) readings.set(input, (read = readingOf(input)))
      const { key, filter } = read.endMs >= Date.now() - nowMinutes * 60_000 ? read.upToNow : read.upToThen
      // Two bureaus of one area reach the same; only they are told what was escalated to them.
      const bureau = bureauOf(context)
      return records(context.scope, bureau === null ? key : `${bureau} ${key}`, [filter, context])
    },

    list: async ({ limit, before, after, ...filters }, context) => {
      const asked = await alarmFilter(context, filters)
      mustPageOneWay({ before, after })
      return alarmPage(context.db, asked, { limit, before, after })
    },

    riskStatistics: async ({ areaid, orgid, ...asked }, context) => {
      const orgs = await orgsInFilter(context, { areaid, orgid })
      const period = await statisticsPeriod(context.db, asked)
      if (!period) throw new Refusal(statisticsMessages.periodTooLong)
      const isAll = context.scope.reach === "all" && areaid === undefined && orgid === undefined
      return riskStatistics(context.db, { orgs, isAll, period })
    },

    newest: ({ areaid }, context) => newest(context.scope, `${areaid}`, [areaid, context]),

    types: ({ code, ...asked }, { db }) => warningTypes(db, { code, ...pageOf(asked) }),
  }
})

function bureauOf({ user: { user } }: RequestContext): Id | null {
  return user.usertype === usertypes.bureau ? user.orgid : null
}

async function pathOf(areaid: Id | undefined, { db, scope }: RequestContext): Promise<string | null> {
  return areaid === undefined ? null : foundOrForbidden(await reachedArea(db, scope, areaid)).path
}
