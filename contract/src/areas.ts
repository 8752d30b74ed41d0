import { z } from "zod"
import { call } from "./call.ts"
import { Id } from "./wire.ts"

/** `dataType` of an area: how high it stands. */
export const areaTypes = { province: 1, city: 2, county: 3, town: 4 } as const
export const AreaType = z.enum(areaTypes)
export type AreaType = z.infer<typeof AreaType>

export const Area = z.object({
  areaid: Id,
  areaname: z.string(),
  /** Has areas below it, so a lazy tree can open it (AREA-1). */
  isParent: z.boolean(),
  dataType: AreaType,
  /** The bureau that runs the area, where there is one. */
  nowOrgName: z.string().nullable(),
})
export type Area = z.infer<typeof Area>

export const areaCalls = {
  /** The areas right below `areaid`; without it the topmost that the user reaches. */
  below: call({
    service: "usercenter",
    method: "POST",
    path: "/getAreaJsonByPid.action",
    encoding: "form",
    writes: false,
    input: z.object({ areaid: Id.optional() }),
    output: z.array(Area),
  }),
}
