import { drillCalls } from "@uc/contract/drills"
import { reachedArea } from "../../db/reached-area.ts"
import { answer } from "../../http/answer.ts"
import { mustBeThere } from "../../http/reach.ts"
import { liveExecutions } from "./drills.store.ts"

export const drillRoutes = answer(drillCalls, () => ({
  executions: async ({ areaId, zxType, start, limit }, { db, scope }) => {
    const area = areaId === undefined ? null : mustBeThere(await reachedArea(db, scope, areaId))
    return liveExecutions(db, scope, { start, limit, type: zxType, areaPath: area?.path ?? null })
  },
}))
