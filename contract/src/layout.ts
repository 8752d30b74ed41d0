import { z } from "zod"
import { call } from "./call.ts"
import { Id, text } from "./wire.ts"

export const layoutLimits = { items: 200, key: 64, cells: 1000 } as const

const cells = z.int().min(0).max(layoutLimits.cells)

/** One card of the home page, or one favourite, in grid cells. */
export const CustomItem = z.object({
  key: text(layoutLimits.key),
  x: cells,
  y: cells,
  w: cells,
  h: cells,
  isHidden: z.boolean(),
})
export type CustomItem = z.infer<typeof CustomItem>

/** What a user arranges: the cards of the home page (HOME-3), the favourite menus (MENU-7). */
export const CustomType = z.enum(["home", "favourites"])
export type CustomType = z.infer<typeof CustomType>

/** A user's own arrangement; there is at most one of each type. */
export const UserCustom = z.object({
  id: Id,
  type: CustomType,
  items: z.array(CustomItem).max(layoutLimits.items),
})
export type UserCustom = z.infer<typeof UserCustom>

export const layoutCalls = {
  list: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/userCustom/getList",
    input: z.object({ type: CustomType.optional() }),
    output: z.array(UserCustom),
  }),
  save: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/userCustom/save",
    encoding: "json",
    writes: true,
    sensitive: false,
    input: UserCustom.pick({ type: true, items: true }),
    output: UserCustom,
  }),
  /** Back to what everybody has. */
  remove: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/userCustom/delete",
    encoding: "form",
    writes: true,
    sensitive: false,
    input: UserCustom.pick({ id: true }),
    output: z.object({}),
  }),
}
