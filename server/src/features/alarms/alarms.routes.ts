import { alarmCalls } from "@uc/contract/alarms"
import type { Id } from "@uc/contract/wire"
import { reachedArea } from "../../db/reached-area.ts"
import { answer, notOpenYet, type Ask } from "../../http/answer.ts"
import { mustBeThere } from "../../http/reach.ts"
import { newestWarning, warnings, warningTypes } from "./alarms.store.ts"

export const alarmRoutes = answer(alarmCalls, () => ({
  ...notOpenYet(alarmCalls),

  records: async ({ areaid, ...question }, ask) =>
    warnings(ask.db, ask.scope, { ...question, areaPath: await pathOf(areaid, ask) }),

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
