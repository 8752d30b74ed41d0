import { wordList } from "../core/word-list.ts"
import { z } from "zod"
import { call } from "../core/call.ts"
import { domainAddress } from "./domain-address.ts"
import { DomainUserField, RedeemedUser, UserFieldList } from "./user-fields.ts"
import { exporting } from "../core/exports.ts"
import {
  HostedOperation,
  OperationId,
  operationLimits,
  operationMessages,
} from "../reauth/hosted-operations.ts"
import { usertypes, type Usertype } from "../account/calls.ts"
import { holds, type Viewer } from "../roles/permissions.ts"
import { Count, Id, Moment, text, ZeroOne } from "../core/wire.ts"

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
  notFromAbove: "该域名已不由上级单位授权，请刷新后再试",
  declined: "已设为本单位不采用，该网站在本单位立即不能打开",
  accepted: "已恢复采用",
  noSuchOperation: "该网站没有登记这项操作，请联系管理员在授权域名中登记",
  noGrant: "该用户没有为这项操作完成身份验证，或验证已过期、已使用",
  noSecret: "该站点尚未生成密钥，请联系本单位管理员",
  ticketRefused: "票据无效或已过期",
} as const

/** The same domain twice on one list would have two sets of rights. */
export function domainTakenMessage(name: string): string {
  return `该地址已在列表中（${name}）`
}

/** DISTRICT-12: whether a page offers to list a site for every organisation below the own one. */
export function mayListForBelow(user: Viewer & { readonly usertype: Usertype }): boolean {
  return isAbove(user.usertype) && holds(user, "domains.below")
}

/** A bureau and the platform have others below them. */
export function isAbove(usertype: Usertype): boolean {
  return usertype === usertypes.bureau || usertype === usertypes.platform
}

/** The helpers that a page of a domain may call, with their labels. */
export const domainHelpers = {
  picker: "选择窗口",
  drawer: "侧边详情",
  monitor: "预警监测",
  user: "当前用户",
  page: "标题与跳转",
  reauth: "身份验证",
} as const
export type DomainHelper = keyof typeof domainHelpers

export const everyHelper = Object.keys(domainHelpers) as [DomainHelper, ...DomainHelper[]]
export const DomainHelper = z.enum(everyHelper)

/** The helpers of a new domain: re-authentication only where an administrator adds it. */
export const defaultHelpers: readonly DomainHelper[] = everyHelper.filter((helper) => helper !== "reauth")

const helpers = wordList(everyHelper, "授权功能不正确")
const HelperList = helpers.Shape
export const helpersOf = helpers.read

export const Domain = z.object({
  id: Id,
  name: text(domainLimits.fieldLength),
  /** As it was typed; it is compared in its canonical form. */
  domainIp: text(domainLimits.fieldLength).regex(domainAddress, domainMessages.badAddress),
})
export type Domain = z.infer<typeof Domain>

export const ListedDomain = Domain.extend({
  helpers: z.array(DomainHelper),
  userFields: z.array(DomainUserField),
  /** DISTRICT-13: what its pages may have somebody prove who they are for. */
  operations: z.array(HostedOperation),
  /** Sent back by a save, so that nobody overwrites what they have not seen. */
  version: Count,
  /** What browsers compare; empty: the pattern accepts it, but no browser can open it. */
  origins: z.array(z.string()),
  isPrivate: z.boolean(),
  /** When a page of it was last hosted, as browsers report it: a hint. Null: never, or not visible to the viewer. */
  lastUsedAt: Moment.nullable(),
  hasSecret: z.boolean(),
  /** DISTRICT-12: in force for every organisation below as well. */
  isForBelow: z.boolean(),
  /** How many of those below have declined it, as far as the viewer reaches. */
  declinedBy: Count,
})
export type ListedDomain = z.infer<typeof ListedDomain>

/** DISTRICT-12: what becomes of a domain that an organisation above has listed. `replaced`: a nearer list has the site. */
export const inheritedStateLabels = {
  inForce: "已生效",
  declined: "本单位不采用",
  replaced: "以更近的授权为准",
} as const
const inheritedStates = Object.keys(inheritedStateLabels) as [
  keyof typeof inheritedStateLabels,
  ...(keyof typeof inheritedStateLabels)[],
]

/** DISTRICT-12: listed by an organisation above for all below it. It can be declined here, and not be changed. */
export const InheritedDomain = Domain.extend({
  helpers: z.array(DomainHelper),
  userFields: z.array(DomainUserField),
  /** DISTRICT-13: what its pages may have somebody prove who they are for. */
  operations: z.array(HostedOperation),
  origins: z.array(z.string()),
  isPrivate: z.boolean(),
  /** Of this organisation's own people. */
  lastUsedAt: Moment.nullable(),
  /** The name of the organisation that has listed it. */
  listedBy: z.string(),
  state: z.enum(inheritedStates),
})
export type InheritedDomain = z.infer<typeof InheritedDomain>

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
  /** The own organisation's, and what those above have listed for it. Refused origins only for its administrators. */
  list: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/authDomain/getList",
    permission: null,
    more: "domains.manage",
    specified: true,
    input: z.object({}),
    output: z.object({
      domainList: z.array(ListedDomain),
      inheritedDomains: z.array(InheritedDomain),
      refusedOrigins: z.array(RefusedOrigin),
    }),
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
   * is overwritten. `helpers`, `userFields`, `isForBelow`: without them unchanged, or those of a new domain.
   */
  save: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/addOrUpdate",
    encoding: "form",
    writes: true,
    sensitive: "domain",
    permission: "domains.manage",
    // Left out, they stay as they are; empty, there are none any more.
    failed: domainMessages.saveFailed,
    specified: { emptyIsValue: ["helpers", "userFields"] },
    input: Domain.partial({ id: true }).extend({
      helpers: HelperList.optional(),
      userFields: UserFieldList.optional(),
      isForBelow: ZeroOne.optional(),
      version: Count.optional(),
    }),
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
    failed: domainMessages.removeFailed,
    specified: true,
    input: Domain.pick({ id: true }),
    output: z.object({}),
  }),
  /** DISTRICT-12: the site of a domain from above is not in force for the own organisation any more. */
  decline: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/decline",
    permission: "domains.manage",
    encoding: "form",
    writes: true,
    sensitive: "domain",
    input: Domain.pick({ id: true }),
    output: z.object({}),
  }),
  /** DISTRICT-12: takes that back. */
  accept: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/accept",
    permission: "domains.manage",
    encoding: "form",
    writes: true,
    sensitive: "domain",
    input: Domain.pick({ id: true }),
    output: z.object({}),
  }),
  /** DISTRICT-13: the whole list of operations that the domain's pages may ask a proof for. */
  saveOperations: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/saveOperations",
    permission: "domains.manage",
    encoding: "json",
    writes: true,
    sensitive: "domain",
    input: z.object({
      id: Id,
      version: Count,
      operations: z
        .array(HostedOperation)
        .max(operationLimits.perDomain, operationMessages.tooMany)
        .refine((all) => new Set(all.map(({ mid }) => mid)).size === all.length, operationMessages.twice),
    }),
    output: ListedDomain,
  }),
  /**
   * DISTRICT-13: for a page of this origin: what its operation is called, and the module to prove oneself for. Refused
   * where that origin has registered no such operation.
   */
  operation: call({
    ...newusercenter,
    method: "GET",
    path: "/v1/authDomain/operation",
    permission: null,
    input: z.object({ origin: Origin, mid: OperationId }),
    output: z.object({ module: z.string(), name: z.string(), site: z.string() }),
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
    forVendors: { subject: "tickets", summary: "兑换票据，得到正在看页面的人" },
    input: z.object({ ticket: secretText, secret: secretText }),
    output: RedeemedUser,
  }),
  /**
   * DISTRICT-13: made by the domain's server, with its secret and a new ticket of the page: the person of that ticket has
   * proven in that session who they are for this operation. It is good once.
   */
  spendGrant: call({
    ...newusercenter,
    method: "POST",
    path: "/v1/authDomain/spendGrant",
    encoding: "json",
    open: true,
    fromServers: true,
    writes: true,
    sensitive: false,
    forVendors: { subject: "tickets", summary: "核销身份证明，确认此人刚为该操作验证过身份" },
    input: z.object({ ticket: secretText, secret: secretText, mid: OperationId }),
    output: RedeemedUser,
  }),
}
