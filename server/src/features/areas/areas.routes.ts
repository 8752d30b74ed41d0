import { areaCalls } from "@uc/contract/areas/calls"
import { idsOf } from "@uc/contract/core/wire"
import { answer } from "../../http/calls/register-calls.ts"
import { mustBeThere } from "../../session/reach.ts"
import { reachedArea } from "./reached-area.ts"
import { areasBelow, findAreas, topAreas } from "./areas.store.ts"

export const areaRoutes = answer(areaCalls, () => ({
  below: async ({ areaid }, { db, scope }) => {
    if (areaid === undefined) return topAreas(db, scope)
    return areasBelow(db, scope, mustBeThere(await reachedArea(db, scope, areaid)).id)
  },

  found: ({ ids, areaname }, { db, scope }) =>
    findAreas(db, scope, { ids: ids === undefined ? null : idsOf(ids), name: areaname ?? null }),
}))
