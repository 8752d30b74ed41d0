import { z } from "zod"
import { call } from "../core/call.ts"
import { isFiltered, organisationFilter } from "../directory/calls.ts"
import { peopleAdminLimits } from "../people/admin-calls.ts"
import { timeoutsMs } from "../core/http.ts"
import { Id, Moment, oneOf } from "../core/wire.ts"

export const firstPasswordLimits = {
  /** People who get one at once. */
  people: 20_000,
  /** Messages to one person in a day: they cost money and disturb people. */
  messagesADay: 3,
  /** Organisations that are shown, the newest first. */
  listed: 200,
  /** How long it is told who got one and when. */
  keptDays: 90,
} as const

/** For how many days one of them is good, with the word that is shown. */
export const firstPasswordDays = { 3: "3天", 7: "7天", 14: "14天", 30: "30天" } as const

/** What people get: a password that must be replaced, or a link that opens a page to set one. */
export const firstPasswordKinds = { password: "一次性密码", link: "激活链接" } as const
export type FirstPasswordKind = keyof typeof firstPasswordKinds
const FirstPasswordKind = z.enum(
  Object.keys(firstPasswordKinds) as [FirstPasswordKind, ...FirstPasswordKind[]],
)

/** How they reach people: on paper by the administrator of the organisation, or by SMS to whoever has a phone. */
export const firstPasswordWays = { sheet: "加密表格", sms: "短信" } as const
export type FirstPasswordWay = keyof typeof firstPasswordWays
const FirstPasswordWay = z.enum(Object.keys(firstPasswordWays) as [FirstPasswordWay, ...FirstPasswordWay[]])

/** OPERATE-3: who gets a first password. With `all`, a first password that was made earlier and is still valid is replaced. */
export const firstPasswordScopes = {
  missing: "只为尚无初始密码的人生成",
  all: "为所有未激活的人重新生成",
} as const
export type FirstPasswordScope = keyof typeof firstPasswordScopes
const FirstPasswordScope = z.enum(
  Object.keys(firstPasswordScopes) as [FirstPasswordScope, ...FirstPasswordScope[]],
)

export const firstPasswordStates = {
  running: "正在生成",
  ready: "待下载",
  downloaded: "已下载",
  sent: "已发送",
  expired: "已过期",
} as const
export type FirstPasswordState = keyof typeof firstPasswordStates
const FirstPasswordState = z.enum(
  Object.keys(firstPasswordStates) as [FirstPasswordState, ...FirstPasswordState[]],
)

export const firstPasswordMessages = {
  oneSource: "请选择人员、单位、区域或一次导入",
  filterOfArea: "类型、学段和标签只用于按区域生成",
  noneLeft: "所选人员都已激活，无需再发放",
  allHold: (holding: number) =>
    `未激活的${holding}人都已有尚未过期的初始密码或激活链接；如需重新生成，请选择“${firstPasswordScopes.all}”，已发放的将作废`,
  tooMany: `一次最多为${firstPasswordLimits.people}人生成初始密码，请分批进行`,
  smsOff: "系统未接入短信服务，请改用加密表格",
  notReady: "还在生成中，请稍后再下载",
  downloadedBefore: "该表格已被下载过，只能下载一次；如需要，请为尚未激活的人员重新生成",
  nothingLeft: "该表格中的内容已过期或已重新生成，请为尚未激活的人员重新生成",
  aboveYou: "其中有管理权限高于您的人员，请由上级管理员下载",
  ready: (orgname: string, people: number, kind: FirstPasswordKind) =>
    `${orgname}的${people}个${kind === "link" ? "激活链接" : "初始密码"}已生成，请下载后发给本人`,
} as const

/** Where an entry of the bell leads: the people of the organisation, with these beside them. */
export function firstPasswordPlace(orgid: Id): `/${string}` {
  return `/main/peopleTree?node=organisation-${orgid}&passwords=1`
}

/** The one-time passwords, or the links, of one organisation that were made together. */
export const FirstPasswordSheet = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  secretKind: FirstPasswordKind,
  way: FirstPasswordWay,
  state: FirstPasswordState,
  /** Who had them made; null: somebody who is no longer there. */
  by: z.string().nullable(),
  createdAt: Moment,
  until: Moment,
  total: z.int(),
  /** Still to be made. */
  waiting: z.int(),
  /** Were activated or disabled meanwhile, or have got too many messages. */
  skipped: z.int(),
  /** Of those that were made: in the spreadsheet, and by SMS. */
  inSheet: z.int(),
  bySms: z.int(),
  /** Messages that could not be delivered. */
  failed: z.int(),
  /** Of all of them, who has set an own password or signed in by phone since; null: no longer known. */
  activated: z.int().nullable(),
  downloadedAt: Moment.nullable(),
  downloadedBy: z.string().nullable(),
})
export type FirstPasswordSheet = z.infer<typeof FirstPasswordSheet>

const path = "/manage/firstPasswords"
const post = { service: "usercenter", method: "POST", writes: true, encoding: "json" } as const

/** Exactly one of the four is given: chosen people, an organisation, an area, or an import for the people whom it has added. */
const source = z.object({
  personids: z.array(Id).min(1).max(peopleAdminLimits.chosen).optional(),
  orgid: Id.optional(),
  importid: Id.optional(),
  /** The organisations in this area and below it. The filter may leave some of them out. */
  areaid: Id.optional(),
  ...organisationFilter,
})
type Source = z.output<typeof source>

function isOneSource({ personids, orgid, importid, areaid }: Source): boolean {
  return [personids, orgid, importid, areaid].filter((each) => each !== undefined).length === 1
}

function isFilterOfArea({ areaid, ...filter }: Source): boolean {
  return areaid !== undefined || !isFiltered(filter)
}

/** DISTRICT-1: first passwords for many, who have not activated their account yet. For administrators. */
export const firstPasswordCalls = {
  /** The passwords are made in the background after the answer. */
  begin: call({
    ...post,
    path: `${path}Begin.action`,
    sensitive: "person-password",
    permission: "people.firstPasswords",
    input: source
      .extend({
        secretKind: FirstPasswordKind.default("password"),
        way: FirstPasswordWay,
        days: oneOf(3, 7, 14, 30).default(7),
        scope: FirstPasswordScope.default("missing"),
      })
      .refine(isOneSource, firstPasswordMessages.oneSource)
      .refine(isFilterOfArea, firstPasswordMessages.filterOfArea),
    /** `activated` people have set a password of their own, `holding` people have a first password that is still valid. Both were left out. */
    output: z.object({ people: z.int(), organisations: z.int(), activated: z.int(), holding: z.int() }),
  }),
  /** OPERATE-3: what `begin` would do, so that the administrator knows before the confirmation how many passwords it voids. */
  count: call({
    ...post,
    writes: false,
    path: `${path}Count.action`,
    permission: "people.firstPasswords",
    input: source
      .refine(isOneSource, firstPasswordMessages.oneSource)
      .refine(isFilterOfArea, firstPasswordMessages.filterOfArea),
    output: z.object({ missing: z.int(), holding: z.int(), activated: z.int() }),
  }),
  /** Newest first, of the organisations that the viewer administers. */
  list: call({
    service: "usercenter",
    method: "GET",
    path: `${path}List.action`,
    permission: "people.firstPasswords",
    polled: true,
    input: z.object({ orgid: Id.optional() }),
    output: z.array(FirstPasswordSheet),
  }),
  /** Once. An xlsx that opens with `password` alone; both are told this once, and the server can't make them again. */
  download: call({
    ...post,
    path: `${path}Download.action`,
    sensitive: "person-password",
    permission: "people.firstPasswords",
    onceByItself: true,
    timeoutMs: timeoutsMs.login,
    input: z.object({ id: Id }),
    output: z.object({ name: z.string(), content: z.string(), password: z.string() }),
  }),
}
