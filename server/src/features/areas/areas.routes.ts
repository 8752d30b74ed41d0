import { areaCalls } from "@uc/contract/areas/calls"
import { idsOf } from "@uc/contract/core/wire"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { reachedArea } from "./reached-area.ts"
import { areasBelow, findAreas, topAreas } from "./areas.store.ts"

export const areaRoutes = implementCalls(areaCalls, () => ({
  below: async ({ areaid }, { db, scope }) => {
    if (areaid === undefined) return topAreas(db, scope)
    return areasBelow(db, scope, foundOrForbidden(await reachedArea(db, scope, areaid)).id)
  },

  found: ({ ids, areaname }, { db, scope }) =>
    findAreas(db, scope, { ids: ids === undefined ? null : idsOf(ids), name: areaname ?? null }),
}))
