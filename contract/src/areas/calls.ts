import { z } from "zod"
import { call } from "../core/call.ts"
import { Id, IdList, text } from "../core/wire.ts"

/** `dataType` of an area: how high it stands. */
export const areaTypes = { province: 1, city: 2, county: 3, town: 4 } as const
const AreaType = z.enum(areaTypes)

export const Area = z.object({
  areaid: Id,
  areaname: z.string(),
  /** Has areas below it, so a lazy tree can open it (AREA-1). */
  isParent: z.boolean(),
  dataType: AreaType,
  /** The bureau that runs the area, where there is one. */
  nowOrgName: z.string().nullable(),
  /** The ids of the areas above it, the topmost first, as far as the user reaches. */
  ids: z.array(Id).default([]),
})
export type Area = z.infer<typeof Area>

/** How long a searched text may be, and how many areas are found at most. */
export const areaLimits = { searched: 50, found: 200 } as const

export const areaCalls = {
  /** The areas right below `areaid`; without it the topmost that the user reaches. */
  below: call({
    service: "usercenter",
    method: "POST",
    path: "/getAreaJsonByPid.action",
    permission: null,
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object({ areaid: Id.optional() }),
    output: z.array(Area),
  }),
  /** Areas by name, pinyin or initials, or by id in order to see which defaults still exist. Flat, with `ids` as the way up. */
  found: call({
    service: "usercenter",
    method: "POST",
    path: "/getAreaJsonByParams.action",
    permission: null,
    encoding: "form",
    writes: false,
    input: z.object({ ids: IdList.optional(), areaname: text(areaLimits.searched).optional() }),
    output: z.array(Area),
  }),
}
