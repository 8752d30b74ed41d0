import { z } from "zod"
import { call } from "../core/call.ts"
import { organisationLimits } from "../organisations/admin-calls.ts"
import { Count, Id, Moment, text, ZeroOne } from "../core/wire.ts"
import { Places } from "./admin-calls.ts"

export const transferLimits = {
  note: 200,
  /** Listed, the newest first. */
  listed: 200,
  /** Changes of one person that are shown. */
  history: 50,
} as const

/** DISTRICT-6: to another organisation for good, to another one as well, and no longer there. */
export const transferKinds = { move: "调动", second: "兼职", end: "取消兼职" } as const
export type TransferKind = keyof typeof transferKinds
const TransferKind = z.enum(Object.keys(transferKinds) as [TransferKind, ...TransferKind[]])

export const transferStates = {
  asked: "待对方确认",
  accepted: "已完成",
  refused: "已拒绝",
  withdrawn: "已撤回",
} as const
export type TransferState = keyof typeof transferStates
const TransferState = z.enum(Object.keys(transferStates) as [TransferState, ...TransferState[]])

export const transferMessages = {
  targetMissing: "请填写对方单位的全称",
  targetUnknown: "没有找到这个单位，请填写单位全称",
  targetAmbiguous: "有多个同名单位，请由上级教育局办理",
  targetDisabled: "对方单位已停用",
  sameOrganisation: "该人员已经在这个单位",
  alreadyThere: "该人员在对方单位已有账号，请先停用其中一个",
  alreadyAsked: "该人员已有一个等待确认的调动，请先撤回或等待对方处理",
  tooMany: "该人员任职的单位已达上限",
  awaitsYou: "待本单位确认",
  answered: "该申请已经处理过，请刷新后查看",
  rightsChanged: "该人员的管理权限在申请后已提高，请对方单位重新申请",
  placeMissing: "请选择在新单位的部门",
  asked: "已提交，等待对方单位管理员确认",
  moved: "调动已完成",
  placed: "兼职已生效",
  ended: "兼职已取消",
  refused: "已拒绝",
  withdrawn: "已撤回",
} as const

/** What becomes of somebody, told before it is confirmed. */
export const transferConsequences: Readonly<Record<TransferKind, readonly string[]>> = {
  move: [
    "对方确认后，账号和密码不变，转到新单位使用；所有设备立即退出登录。",
    "原单位的管理权限、角色、部门和职务随之结束，不带到新单位；尚未使用的初始密码和激活链接失效，由新单位重新发放。",
    "未完成的任务和待巡查点位退回原单位管理员；已完成的记录、通知和巡查历史留在原单位。",
    "消息提醒留在原单位；与其他单位账号的关联保留。",
  ],
  second: [
    "对方确认后，在对方单位新增一个账号并与现有账号关联，本人在页面顶部切换单位，无需另设密码。",
    "现有单位的账号、权限和工作不受影响；新账号没有管理权限。",
  ],
  end: [
    "对方确认后，兼职账号停用并立即退出登录，与本人其他账号的关联解除。",
    "未完成的任务和待巡查点位退回兼职单位管理员；历史记录保留。",
  ],
}

/** The same for the side that agrees: nobody else is waited for. */
export function consequencesOfAgreeing(kind: TransferKind): readonly string[] {
  return transferConsequences[kind].map((words) => words.replace(/^对方确认后/, "同意后"))
}

export const transferRings = {
  asked: (kind: TransferKind, orgname: string, name: string) =>
    `${orgname}申请${transferKinds[kind]}：${name}，请确认`,
  answered: (kind: TransferKind, isAccepted: boolean, orgname: string, name: string) =>
    `${orgname}${isAccepted ? "已同意" : "未同意"}${name}的${transferKinds[kind]}`,
} as const

/** Where an entry of the bell leads: the own organisation's people, with the transfers beside them. */
export function transferPlace(orgid: Id): `/${string}` {
  return `/main/peopleTree?node=organisation-${orgid}&transfers=1`
}

export const PersonTransfer = z.object({
  id: Id,
  kind: TransferKind,
  state: TransferState,
  nickname: z.string(),
  usercode: z.string(),
  /** Who gives, or who began, and the other side. */
  orgid: Id,
  orgname: z.string(),
  toOrgid: Id,
  toOrgname: z.string(),
  note: z.string(),
  askedBy: z.string(),
  askedAt: Moment,
  answeredBy: z.string().nullable(),
  answeredAt: Moment.nullable(),
  /** Of a second place: the account there, once it exists. */
  newUsercode: z.string().nullable(),
  mayAnswer: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type PersonTransfer = z.infer<typeof PersonTransfer>

/** One change in a person's places. */
export const PlaceChange = z.object({
  id: Id,
  kind: TransferKind,
  orgname: z.string(),
  toOrgname: z.string(),
  at: Moment,
  /** A second place that is still held, and the viewer may end. */
  mayEnd: z.boolean(),
})
export type PlaceChange = z.infer<typeof PlaceChange>

const post = { service: "usercenter", method: "POST", writes: true, encoding: "json" } as const
const done = z.object({ isDone: z.boolean() })

/** DISTRICT-6: both sides agree; whoever administers both does it in one step. For administrators. */
export const peopleTransferCalls = {
  /** `orgid` for what the viewer sees, else the full name. `places`: in the new organisation, for who administers it too. */
  begin: call({
    ...post,
    path: "/manage/beginTransfer.action",
    permission: "people.transfers",
    sensitive: "person",
    input: z.object({
      personid: Id,
      version: Count,
      kind: z.enum(["move", "second"]),
      orgid: Id.optional(),
      orgname: text(organisationLimits.name).trim().optional(),
      note: text(transferLimits.note).trim().default(""),
      places: Places.optional(),
    }),
    output: done,
  }),
  /** Of a second place, by its id in the history; by either side. */
  beginEnd: call({
    ...post,
    path: "/manage/beginEndOfPlace.action",
    permission: "people.transfers",
    sensitive: "person",
    input: z.object({ id: Id, note: text(transferLimits.note).trim().default("") }),
    output: done,
  }),
  /** By the other side. `places` with 1, but for the end of a place. */
  answer: call({
    ...post,
    path: "/manage/answerTransfer.action",
    permission: "people.transfers",
    sensitive: "person",
    input: z.object({ id: Id, isAccepted: ZeroOne, places: Places.optional() }),
    output: z.object({}),
  }),
  withdraw: call({
    ...post,
    path: "/manage/withdrawTransfer.action",
    permission: "people.transfers",
    sensitive: false,
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  list: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/transferList.action",
    permission: "people.transfers",
    input: z.object({ orgid: Id.optional() }),
    output: z.array(PersonTransfer),
  }),
  /** Of a person in reach, the newest first. */
  history: call({
    service: "usercenter",
    method: "GET",
    path: "/manage/placeHistory.action",
    permission: null,
    more: "people.transfers",
    mayLag: true,
    input: z.object({ personid: Id }),
    output: z.array(PlaceChange),
  }),
}
