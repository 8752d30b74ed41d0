import { z } from "zod"
import { call } from "../core/call.ts"
import { usertypes, type Admintype, type Usertype } from "../account/calls.ts"
import { holds } from "../roles/permissions.ts"
import { startCalls } from "../core/start-calls.ts"
import { Count, Id, text } from "../core/wire.ts"

export const layoutLimits = { items: 200, key: 64, cells: 1000, pins: 50 } as const

export const layoutMessages = {
  cardsNotLoaded: "其他卡片加载失败，请重试",
  saved: "首页布局已保存",
  saveFailed: "首页布局保存失败，请重试",
  resetDone: "已恢复默认布局",
  versionMissing: "缺少该布局的版本，请刷新后再试",
  cardTwice: "同一张卡片或同一项收藏只能出现一次",
  pinnedTwice: "同一张卡片只能置顶一次",
  changedMeanwhile: "首页布局已在另一台设备上修改",
  pinsSaved: "置顶已保存，下级单位的首页会显示这些卡片",
  pinsChangedMeanwhile: "置顶已被其他管理员修改，请刷新后再试",
  pinnersOnly: "只有教育局或平台的管理员可以为下级单位置顶卡片",
} as const

const cells = z.int().min(0).max(layoutLimits.cells)
const key = text(layoutLimits.key)

/** One card of the home page, or one favourite, in grid cells. */
export const CustomItem = z.object({ key, x: cells, y: cells, w: cells, h: cells, isHidden: z.boolean() })
export type CustomItem = z.infer<typeof CustomItem>

/** What a user arranges: the cards of the home page (HOME-3), the favourite menus (MENU-7). */
export const CustomType = z.enum(["home", "favourites"])
export type CustomType = z.infer<typeof CustomType>

/** A user's own arrangement; there is at most one of each type. */
export const UserCustom = z.object({
  id: Id,
  type: CustomType,
  items: z.array(CustomItem).max(layoutLimits.items),
  /** Counts the saves: sent back by a change, so that no device overwrites what it has not seen. */
  version: z.int().min(1),
})
export type UserCustom = z.infer<typeof UserCustom>

/** Who pins cards on the home pages below. A card that the portal does not know is not shown. */
const pinners = ["bureau", "platform"] as const
export type Pinner = (typeof pinners)[number]

interface Pinning {
  readonly usertype: Usertype
  readonly admintype: Admintype
  readonly permissions?: readonly string[] | undefined
}

export function pinnerOf(user: Pinning): Pinner | null {
  if (!holds(user, "home.pins")) return null
  if (user.usertype === usertypes.platform) return "platform"
  return user.usertype === usertypes.bureau ? "bureau" : null
}

const pinnedKeys = z
  .array(key.min(1))
  .max(layoutLimits.pins)
  .refine((keys) => new Set(keys).size === keys.length, layoutMessages.pinnedTwice)

export const HomePins = z.object({
  /** Cards that the user can't hide, and who pinned them. */
  pinned: z.array(z.object({ key: z.string(), by: z.enum(pinners) })),
  /** What the user's own organisation pins for others; null where the user may not change it. */
  own: z.object({ keys: z.array(z.string()), version: z.int().min(0) }).nullable(),
})
export type HomePins = z.infer<typeof HomePins>

export const homeLayoutCalls = {
  list: call({
    ...startCalls.layout,
    permission: null,
    method: "GET",
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
    permission: null,
    /**
     * `version`: the one that the device saw, 0 for none. Without it whatever is there is overwritten. `id`, with a version: of
     * which arrangement; one that was removed and created again counts from one again.
     */
    input: UserCustom.pick({ type: true, items: true }).extend({
      version: Count.optional(),
      id: Id.optional(),
    }),
    output: UserCustom,
  }),
  /** Back to what everybody has. `version`: as above. */
  remove: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/userCustom/delete",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: UserCustom.pick({ id: true }).extend({ version: Count.optional() }),
    output: z.object({}),
  }),
  pins: call({
    ...startCalls.pins,
    permission: null,
    more: "home.pins",
    method: "GET",
    input: z.object({}),
    output: HomePins,
  }),
  savePins: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/homePins/save",
    encoding: "json",
    writes: true,
    sensitive: false,
    permission: "home.pins",
    input: z.object({ keys: pinnedKeys, version: Count }),
    output: HomePins,
  }),
}
