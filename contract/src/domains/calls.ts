import { z } from "zod"
import { call } from "../core/call.ts"
import { domainAddress } from "./domain-address.ts"
import { exporting } from "../core/exports.ts"
import { BriefUser } from "../account/calls.ts"
import { Count, Id, Moment, text } from "../core/wire.ts"

export const domainLimits = {
  fieldLength: 100,
  /** Domains of one organisation. */
  rows: 200,
  /** How long a refused origin is listed, and how many different ones are stored for an organisation and day. */
  refusedDays: 7,
  refusedADay: 100,
  /** Reports and tickets of one person's pages, in a minute. */
  seenAMinute: 60,
  ticketsAMinute: 60,
  ticketS: 30,
  /** Failed redemptions of one address, in a minute: 256 bits can't be guessed, but each attempt costs a query. */
  failedRedeemsAMinute: 120,
} as const

export const domainMessages = {
  badAddress: "请输入正确的域名地址",
  saved: "保存成功",
  saveFailed: "保存失败",
  confirmRemove: "是否删除该域名?",
  removeCancelled: "已取消删除",
  removed: "删除成功",
  removeFailed: "删除失败",
  administratorsOnly: "只有本单位的管理员可以维护授权域名",
  gone: "该域名不存在或已被删除，请刷新后再试",
  changedMeanwhile: "该域名刚刚被其他管理员修改过，请刷新后再试",
  tooMany: `授权域名最多${domainLimits.rows}个`,
  notInForce: "该站点不在授权域名内，或没有获得使用该功能的授权",
  noSecret: "该站点尚未生成密钥，请联系本单位管理员",
  ticketRefused: "票据无效或已过期",
} as const

/** The same domain twice on one list would have two sets of rights. */
export function domainTakenMessage(name: string): string {
  return `该地址已在列表中（${name}）`
}

/** The helpers that a page of a domain may call, with their labels. */
export const domainHelpers = {
  picker: "选择窗口",
  drawer: "侧边详情",
  monitor: "预警监测",
  user: "当前用户",
  page: "标题与跳转",
  reauth: "身份再验证",
} as const
export type DomainHelper = keyof typeof domainHelpers

export const everyHelper = Object.keys(domainHelpers) as [DomainHelper, ...DomainHelper[]]
export const DomainHelper = z.enum(everyHelper)

/** The helpers of a new domain: re-authentication only where an administrator adds it. */
export const defaultHelpers: readonly DomainHelper[] = everyHelper.filter((helper) => helper !== "reauth")

/** As a form carries them: separated by commas, none for the empty text. */
const anyHelper = `(?:${everyHelper.join("|")})`
const HelperList = z
  .string()
  .max(100)
  .regex(new RegExp(`^(?:${anyHelper}(?:,${anyHelper})*)?$`), "授权功能不正确")

export function helpersOf(list: string): DomainHelper[] {
  const named = new Set(list.split(","))
  return everyHelper.filter((helper) => named.has(helper))
}

export const Domain = z.object({
  id: Id,
  name: text(domainLimits.fieldLength),
  /** As it was typed; it is compared in its canonical form. */
  domainIp: text(domainLimits.fieldLength).regex(domainAddress, domainMessages.badAddress),
})
export type Domain = z.infer<typeof Domain>

export const ListedDomain = Domain.extend({
  helpers: z.array(DomainHelper),
  /** Sent back by a save, so that nobody overwrites what they have not seen. */
  version: Count,
  /** What browsers compare; empty: the pattern accepts it, but no browser can open it. */
  origins: z.array(z.string()),
  isPrivate: z.boolean(),
  /** When a page of it was last hosted, as browsers report it: a hint. Null: never, or not visible to the viewer. */
  lastUsedAt: Moment.nullable(),
  hasSecret: z.boolean(),
})
export type ListedDomain = z.infer<typeof ListedDomain>

/** As browsers report it: a hint what may be missing on the list, never evidence. */
export const RefusedOrigin = z.object({ origin: z.string(), times: Count, lastAt: Moment })
export type RefusedOrigin = z.infer<typeof RefusedOrigin>

/** An origin as browsers write it. */
const Origin = z
  .string()
  .max(280)
  .regex(/^https?:\/\//, "来源格式不正确")
  .refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, "来源格式不正确")

/** 192 bits and more in base64url. */
const secretText = z
  .string()
  .max(64)
  .regex(/^[\w-]{32,64}$/, domainMessages.ticketRefused)

const newusercenter = { service: "newusercenter" } as const

export const domainCalls = {
  /** The own organisation's. Refused origins only for its administrators. */
  list: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/authDomain/getList",
    permission: null,
    more: "domains.manage",
    input: z.object({}),
    output: z.object({ domainList: z.array(ListedDomain), refusedOrigins: z.array(RefusedOrigin) }),
  }),
  /** For its administrators. It has no secrets, only whether there is one. */
  exportList: call({
    ...exporting,
    ...newusercenter,
    path: "/v1/authDomain/exportList",
    permission: "domains.manage",
    input: z.object({}),
  }),
  /**
   * DOM-2: without an id it creates, with one it updates. `version`: the one that was seen; without it whatever is there
   * is overwritten. `helpers`: without it unchanged, or those of a new domain.
   */
  save: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/addOrUpdate",
    encoding: "form",
    writes: true,
    sensitive: "domain",
    permission: "domains.manage",
    input: Domain.partial({ id: true }).extend({ helpers: HelperList.optional(), version: Count.optional() }),
    output: ListedDomain,
  }),
  remove: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/delete",
    encoding: "form",
    writes: true,
    sensitive: "domain-delete",
    permission: "domains.manage",
    input: Domain.pick({ id: true }),
    output: z.object({}),
  }),
  /** A new secret for the domain's server, shown this once; the one before it is void. */
  renewSecret: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/renewSecret",
    encoding: "form",
    writes: true,
    sensitive: "domain-secret",
    permission: "domains.manage",
    onceByItself: true,
    input: Domain.pick({ id: true }),
    output: z.object({ secret: z.string() }),
  }),
  /** DOM-7: what is in force for the viewer. `known`: the version of the answer before; null where nothing has changed since. */
  inForce: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/authDomain/inForce",
    permission: null,
    polled: true,
    input: z.object({ known: text(64).optional() }),
    output: z.object({
      version: z.string(),
      domains: z
        .array(z.object({ origin: z.string(), name: z.string(), helpers: z.array(DomainHelper) }))
        .nullable(),
    }),
  }),
  /** The portal hosts a page, or has refused to. */
  seen: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/seen",
    encoding: "json",
    polled: true,
    writes: true,
    sensitive: false,
    permission: null,
    onceByItself: true,
    input: z.object({ origin: Origin, wasRefused: z.boolean() }),
    output: z.object({}),
  }),
  /**
   * For a page of this origin: its server may ask once, within 30 s, who is signed in. Made by the page by itself, so it
   * is no activity of a person.
   */
  ticket: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/ticket",
    encoding: "json",
    polled: true,
    writes: true,
    sensitive: false,
    permission: null,
    onceByItself: true,
    input: z.object({ origin: Origin }),
    output: z.object({ ticket: z.string(), seconds: Count }),
  }),
  /** Made by the domain's server, with its secret. */
  redeem: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/redeem",
    encoding: "json",
    open: true,
    fromServers: true,
    writes: true,
    sensitive: false,
    input: z.object({ ticket: secretText, secret: secretText }),
    output: BriefUser,
  }),
}
