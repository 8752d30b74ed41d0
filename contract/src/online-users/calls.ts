import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { Admintype, Usertype, usertypes } from "../account/calls.ts"
import { Id, Moment, oneOf, PageSize, text, ZeroOne } from "../core/wire.ts"

export const onlineUserLimits = { pageSize: 20, searched: 50 } as const

export const onlineUserMessages = {
  administratorsOnly: "只有管理员可以查看在线用户",
  gone: "该用户已不在线，或登录已经结束",
  ownUnconfirmed: "这是您自己当前的登录，确认后您将退出",
  higherAdministrator: "不能强制级别更高的管理员下线",
} as const

/** Somebody who is signed in, once for each browser. */
export const OnlineSession = z.object({
  id: z.uuid(),
  personid: Id,
  nickname: z.string(),
  orgname: z.string(),
  usertype: Usertype,
  admintype: Admintype,
  /** The session that makes the call. */
  isCurrent: z.boolean(),
  isLocked: z.boolean(),
  /** The viewer may end it. */
  mayEnd: z.boolean(),
  browser: z.string(),
  ip: z.string().nullable(),
  began: Moment,
  lastActive: Moment,
})
export type OnlineSession = z.infer<typeof OnlineSession>

/** Where a page ends: a moment in milliseconds and the session's id. */
const Cursor = z
  .string()
  .max(60)
  .regex(/^[0-9]{1,14}_[0-9a-f-]{36}$/, "翻页位置不正确")

const usercenter = { service: "usercenter" } as const

const filters = {
  /** A part of the name, its pinyin, its initials or the account. */
  username: text(onlineUserLimits.searched).optional(),
  usertype: oneOf(usertypes.platform, usertypes.bureau, usertypes.enterprise, usertypes.school).optional(),
}

/** DAY-13: otherwise the newest first. */
const onlineSorting = sortedBy("nickname", "usertype", "began", "lastActive")

/** For administrators, of the organisations that they administer. */
export const onlineUserCalls = {
  /** Newest first. `next`: the cursor of the following page; null: this is the last. */
  list: call({
    ...usercenter,
    method: "GET",
    path: "/manage/get_signed_in.action",
    permission: "online.manage",
    input: z.object({
      limit: PageSize.default(onlineUserLimits.pageSize),
      after: Cursor.optional(),
      ...filters,
      ...onlineSorting,
    }),
    output: z.object({
      items: z.array(OnlineSession),
      next: z.string().nullable(),
      /** Sessions, and people who have one. */
      total: z.int().min(0),
      people: z.int().min(0),
    }),
  }),
  exportList: call({
    ...exporting,
    ...usercenter,
    path: "/manage/export_signed_in.action",
    permission: "online.manage",
    input: z.object({ ...filters, ...onlineSorting }),
  }),
  /** `own` 1: also where it is the viewer's own current one. */
  end: call({
    ...usercenter,
    method: "POST",
    path: "/manage/end_session.action",
    encoding: "form",
    writes: true,
    sensitive: "sign-out",
    permission: "online.manage",
    input: z.object({ session: z.uuid().max(36), own: ZeroOne.default(0) }),
    output: z.object({}),
  }),
  /** All of a person's; of one's own all but the current one, unless `own` is 1. */
  endAll: call({
    ...usercenter,
    method: "POST",
    path: "/manage/end_sessions_of_person.action",
    encoding: "form",
    writes: true,
    sensitive: "sign-out",
    permission: "online.manage",
    input: z.object({ personid: Id, own: ZeroOne.default(0) }),
    output: z.object({ ended: z.int().min(0) }),
  }),
}
