import { areaCalls } from "@uc/contract/areas"
import { answer } from "../../http/answer.ts"
import { mustBeThere } from "../../http/reach.ts"
import { reachedArea } from "../../db/reached-area.ts"
import { areasBelow, topAreas } from "./areas.store.ts"

export const areaRoutes = answer(areaCalls, () => ({
  below: async ({ areaid }, { db, scope }) => {
    if (areaid === undefined) return topAreas(db, scope)
    return areasBelow(db, mustBeThere(await reachedArea(db, scope, areaid)).id)
  },
}))
