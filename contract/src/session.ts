import { z } from "zod"
import { call } from "./call.ts"
import { timeoutsMs } from "./http.ts"
import { Id, text } from "./wire.ts"

/** ROLE-2: who a user is. */
export const usertypes = { platform: 10, bureau: 20, enterprise: 30, school: 40 } as const
export const Usertype = z.enum(usertypes)
export type Usertype = z.infer<typeof Usertype>

/** ROLE-2: what a user administers. */
export const admintypes = { none: 0, organisation: 1, area: 2, platform: 9 } as const
export const Admintype = z.enum(admintypes)
export type Admintype = z.infer<typeof Admintype>

const shown = z.string().nullable()

/** "Current user, stored locally": 25 fields. `phone` and `idcard` leave the server masked (SHELL-3). */
export const CurrentUser = z.object({
  id: Id,
  nickname: z.string(),
  himg: shown,
  phone: shown,
  role: z.string(),
  orgid: Id,
  orgname: z.string(),
  faceimg: shown,
  checktype: shown,
  reason: shown,
  synctype: shown,
  usertype: Usertype,
  areaid: Id,
  areaname: z.string(),
  idcard: shown,
  classcode: shown,
  classname: shown,
  isParent: z.boolean(),
  grade: shown,
  sex: shown,
  admintype: Admintype,
  phoneclient: shown,
  phoneicon: shown,
  phonelogo: shown,
  signature: shown,
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** "Logged-in user (brief)": what a hosted page may know. `jid` is the user's `id` (PERSON-4). */
export const BriefUser = z.object({
  jid: Id,
  orgid: Id,
  orgname: z.string(),
  areaid: Id,
  areaname: z.string(),
  usertype: Usertype,
})
export type BriefUser = z.infer<typeof BriefUser>

/** LOGIN-2: a password travels only as upper-case MD5. */
export const PasswordMd5 = z
  .string()
  .max(32)
  .regex(/^[0-9A-F]{32}$/, "密码格式不正确")

export const sessionLimits = { account: 64 } as const

export const sessionMessages = {
  wrongCredentials: "账号或密码错误",
  accountMissing: "请输入账号",
  passwordMissing: "请输入密码",
  signOutFailed: "退出未完成，您仍处于登录状态，请重试",
} as const

export const Credentials = z.object({
  account: text(sessionLimits.account).min(1, sessionMessages.accountMissing),
  password: PasswordMd5,
})

export const sessionCalls = {
  current: call({
    service: "usercenter",
    method: "GET",
    path: "/get_userinfo.action",
    input: z.object({}),
    output: CurrentUser,
  }),
  /** Web login: account or phone with a password. */
  signIn: call({
    service: "usercenter",
    method: "POST",
    path: "/web/web_login.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    open: true,
    timeoutMs: timeoutsMs.login,
    input: Credentials,
    output: CurrentUser,
  }),
  signOut: call({
    service: "usercenter",
    method: "POST",
    path: "/web/logout.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    input: z.object({}),
    output: z.object({}),
  }),
}
