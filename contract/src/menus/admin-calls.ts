import { hasShown } from "../core/shown-name.ts"
import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { MenuRouteItem } from "./calls.ts"
import { Admintype, Usertype } from "../account/calls.ts"
import { usertypeLabels } from "../account/usertype-labels.ts"
import { Count, Id, text } from "../core/wire.ts"

export const menuLimits = {
  text: 30,
  address: 500,
  icon: 32,
  /** Levels, the topmost being the first. */
  depth: 5,
  rows: 500,
  /** Rows of who sees one item. */
  audience: 20,
  /** Built-in pages that are added at once. */
  builtIn: 50,
} as const

export const menuMessages = {
  platformOnly: "只有平台管理员可以维护菜单",
  administratorsOnly: "只有管理员可以查看他人的菜单",
  textMissing: "请填写菜单名称",
  pageMissing: "请选择要打开的页面",
  addressMissing: "请填写要打开的地址",
  groupOpensNothing: "分组不打开任何页面，不能填写地址",
  notPermitted: "该地址既不属于本站，也不在任何单位的授权域名内，请先添加授权域名",
  gone: "该菜单不存在或已被删除，请刷新后再试",
  parentGone: "上级菜单不存在或已被删除，请刷新后再试",
  moduleGone: "所属模块不存在或已被停用，请重新选择",
  organisationGone: "可见范围内的单位不存在或已被停用",
  parentByMove: "修改菜单时不能更换上级，请在列表中移动",
  changedMeanwhile: "该菜单刚刚被其他管理员修改过，请查看最新内容后再试",
  movedMeanwhile: "菜单结构刚刚被其他管理员调整过，已为您刷新，请再试一次",
  underItself: "不能把菜单移动到它自己或它的下级之下",
  tooDeep: `菜单最多${menuLimits.depth}级`,
  tooMany: `菜单最多${menuLimits.rows}项`,
  audienceTwice: "可见范围中有重复的条件",
  builtInThere: "这些页面已经有菜单了，已为您刷新",
} as const

/** The number that was confirmed is not the number that would be deleted. */
export function menuGrewMessage(count: number): string {
  return `该菜单现有${count}项下级，请确认后再删除`
}

/** MENU-3. `group` only holds others, `router` is a page of the portal's own, `hosted` an address in a frame. */
export const menuKinds = ["group", "router", "hosted"] as const
export const MenuKind = z.enum(menuKinds)
export type MenuKind = z.infer<typeof MenuKind>
export const menuKindLabels: Readonly<Record<MenuKind, string>> = {
  group: "分组",
  router: "本站页面",
  hosted: "嵌入地址",
}

/** An item is seen by people for whom one of its rows fits in all three; without a row by nobody. */
export const MenuAudience = z.object({
  /** Null: of every kind. */
  usertype: Usertype.nullable(),
  minAdmintype: Admintype,
  /** Null: of every organisation. */
  orgid: Id.nullable(),
})
export type MenuAudience = z.infer<typeof MenuAudience>

/** Does a row fit somebody? The server's SQL has the same rule. */
export function fitsAudience(
  { usertype, minAdmintype, orgid }: MenuAudience,
  somebody: { readonly usertype: Usertype; readonly admintype: Admintype; readonly orgid: Id | null },
): boolean {
  return (
    (usertype === null || usertype === somebody.usertype) &&
    minAdmintype <= somebody.admintype &&
    (orgid === null || orgid === somebody.orgid)
  )
}

/** For the screen and the audit log. */
export const admintypeLabels: Readonly<Record<Admintype, string>> = {
  0: "全部人员",
  1: "单位管理员及以上",
  2: "区域管理员及以上",
  9: "平台管理员",
}

export function formatAudience(
  { usertype, minAdmintype, orgid }: MenuAudience,
  orgname: string | null,
): string {
  const whose =
    orgid === null ? (usertype === null ? "所有单位" : usertypeLabels[usertype]) : (orgname ?? orgid)
  const kind = orgid !== null && usertype !== null ? `（${usertypeLabels[usertype]}）` : ""
  return `${whose}${kind} · ${admintypeLabels[minAdmintype]}`
}

const item = {
  text: text(menuLimits.text),
  kind: MenuKind,
  /** Of a page its path, of a hosted one its address; empty of a group. */
  path: text(menuLimits.address),
  icon: text(menuLimits.icon),
  isDisabled: z.boolean(),
}

export const AdministeredMenu = z.object({
  id: Id,
  parentId: Id.nullable(),
  ...item,
  /** The module that it belongs to: who sees the item finds the module in the picker of modules (MODULE-1). */
  moduleid: Id.nullable(),
  modulename: z.string().nullable(),
  audience: z.array(MenuAudience.extend({ orgname: z.string().nullable() })),
  /** Sent back by a save, so that nobody overwrites what they have not seen. */
  version: z.string(),
})
export type AdministeredMenu = z.infer<typeof AdministeredMenu>

/** People who are the same for every audience, and how many they are. `orgid`: only one that some item names. */
const PeopleAlike = z.object({
  usertype: Usertype,
  admintype: Admintype,
  orgid: Id.nullable(),
  people: z.int().min(0),
})
export type PeopleAlike = z.infer<typeof PeopleAlike>

/** Who sees an item, by its path from the topmost down to itself: each must be enabled and meant for them. */
export function whoSee(
  trail: readonly Pick<AdministeredMenu, "isDisabled" | "audience">[],
  people: readonly PeopleAlike[],
): PeopleAlike[] {
  return trail.reduce(
    (left: PeopleAlike[], { isDisabled, audience }) =>
      isDisabled ? [] : left.filter((group) => audience.some((row) => fitsAudience(row, group))),
    [...people],
  )
}

/** In how many organisations of a kind pages of an origin may be hosted. */
const Authorised = z.object({ origin: z.string(), usertype: Usertype, organisations: z.int().min(0) })
export type Authorised = z.infer<typeof Authorised>

const OrganisationsOfKind = z.object({ usertype: Usertype, organisations: z.int().min(0) })
export type OrganisationsOfKind = z.infer<typeof OrganisationsOfKind>

const version = text(64)
const newusercenter = { service: "newusercenter" } as const

/** For the platform's administrators, but for the last. */
export const menuAdminCalls = {
  /** All items, flat, a parent's children in their order; and what the menu audit needs beside them. */
  list: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/menu/getList",
    permission: "menus.manage",
    input: z.object({}),
    output: z.object({
      items: z.array(AdministeredMenu),
      /** The version of the whole structure, sent back by a move. */
      version: z.string(),
      people: z.array(PeopleAlike),
      authorised: z.array(Authorised),
      organisations: z.array(OrganisationsOfKind),
    }),
  }),
  exportList: call({
    ...exporting,
    ...newusercenter,
    path: "/v1/menu/exportList",
    permission: "menus.manage",
    input: z.object({}),
  }),
  /** Without an id it adds, below `parentId`, at the end; with one it changes, and `version` is the one that was seen. */
  save: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/menu/addOrUpdate",
    encoding: "json",
    writes: true,
    sensitive: "menu",
    permission: "menus.manage",
    input: z.object({
      id: Id.optional(),
      parentId: Id.nullable().optional(),
      ...item,
      text: item.text.trim().regex(hasShown, menuMessages.textMissing),
      moduleid: Id.nullable().default(null),
      audience: z.array(MenuAudience).max(menuLimits.audience),
      version: version.optional(),
    }),
    output: z.object({ id: Id }),
  }),
  /** MENU-5: pages of the portal's own that no menu leads to get the menu that a new site has; `built-in-menus.ts` knows them. */
  addBuiltIn: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/menu/addBuiltIn",
    encoding: "json",
    writes: true,
    sensitive: "menu",
    permission: "menus.manage",
    input: z.object({ paths: z.array(text(menuLimits.address)).min(1).max(menuLimits.builtIn) }),
    output: z.object({ ids: z.array(Id) }),
  }),
  /** Another place among its siblings: nobody sees more or less by that. `before` null: to the end. */
  arrange: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/menu/arrange",
    encoding: "json",
    writes: true,
    sensitive: false,
    permission: "menus.manage",
    input: z.object({ id: Id, before: Id.nullable(), version }),
    output: z.object({}),
  }),
  /** Below another parent: who does not see that one, does not see the item. */
  move: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/menu/move",
    encoding: "json",
    writes: true,
    sensitive: "menu",
    permission: "menus.manage",
    input: z.object({ id: Id, parentId: Id.nullable(), before: Id.nullable(), version }),
    output: z.object({}),
  }),
  /** With everything below it; `below`: how many items that are, as the administrator has confirmed. */
  remove: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/menu/delete",
    encoding: "json",
    writes: true,
    sensitive: "menu-delete",
    permission: "menus.manage",
    input: z.object({ id: Id, below: Count }),
    output: z.object({}),
  }),
  /** The menu of a given person, for who administers that person's organisation. It is logged. */
  lookAs: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/menu/lookAs",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: "menus.preview",
    onceByItself: true,
    input: z.object({ personid: Id }),
    output: z.object({
      nickname: z.string(),
      orgname: z.string(),
      usertype: Usertype,
      admintype: Admintype,
      modulelist: z.array(MenuRouteItem),
    }),
  }),
}
