import { z } from "zod"
import { call } from "../core/call.ts"
import { sliderFields } from "../captcha/calls.ts"
import { timeoutsMs } from "../core/http.ts"
import { loginVariants, type LoginVariant } from "../login/login-variants.ts"
import { Id, Moment, text } from "../core/wire.ts"
import { startCalls } from "../core/start-calls.ts"

/** ROLE-2: who a user is. */
export const usertypes = { platform: 10, bureau: 20, enterprise: 30, school: 40 } as const
export const Usertype = z.enum(usertypes)
export type Usertype = z.infer<typeof Usertype>

/** ROLE-2: what a user administers. */
export const admintypes = { none: 0, organisation: 1, area: 2, platform: 9 } as const
export const Admintype = z.enum(admintypes)
export type Admintype = z.infer<typeof Admintype>

/** ROLE-2: an organisation's administrator administers that one; an area's or the platform's all in reach. */
export function administers(user: { admintype: Admintype; orgid: Id }, orgid: Id): boolean {
  if (user.admintype === admintypes.organisation) return user.orgid === orgid
  return user.admintype !== admintypes.none
}

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

/** DISTRICT-8: with the ids of the permissions that they hold. An older server, or another service, does not tell them. */
export const UserAnswer = CurrentUser.extend({
  permissions: z.array(z.string()).optional(),
  /** Those of them that they hold for other organisations than their own. */
  beyond: z.array(z.string()).optional(),
})
export type CurrentUser = z.infer<typeof UserAnswer>

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

export const sessionLimits = {
  account: 64,
  /** A session that was idle for so long is locked; polling is no activity. */
  idleMinutes: 30,
  absoluteHours: 12,
  perUser: 5,
  /** The server gets only a hash, so the page alone can check the length. */
  passwordLength: 8,
} as const

export const sessionMessages = {
  wrongCredentials: "账号或密码错误",
  accountMissing: "请输入账号",
  passwordMissing: "请输入密码",
  lockFailed: "锁屏未完成，请重试",
  signOutFailed: "退出未完成，您仍处于登录状态，请重试",
  passwordShort: `密码至少${sessionLimits.passwordLength}位`,
  passwordCommon: "该密码过于常见，请换一个",
  passwordIsAccount: "密码不能与账号、手机号或姓名相同",
  passwordSame: "新密码不能与原密码相同",
  passwordsDiffer: "两次输入的密码不一致",
  passwordChanged: "密码已修改，其他设备已退出登录",
  sessionGone: "该设备已退出登录",
} as const

/** One of a person's own sessions. */
export const OwnSession = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  isLocked: z.boolean(),
  /** e.g. `Chrome · Windows` */
  browser: z.string(),
  ip: z.string().nullable(),
  began: Moment,
  lastActive: Moment,
})
export type OwnSession = z.infer<typeof OwnSession>

/** A browser that the person has signed in with before: a lock of the account does not shut it out (LOGIN-5). */
export const OwnDevice = z.object({
  id: Id,
  isCurrent: z.boolean(),
  browser: z.string(),
  ip: z.string().nullable(),
  firstUsed: Moment,
  lastUsed: Moment,
})
export type OwnDevice = z.infer<typeof OwnDevice>

export const Credentials = z.object({
  account: text(sessionLimits.account).min(1, sessionMessages.accountMissing),
  password: PasswordMd5,
})

const variants = Object.keys(loginVariants) as [LoginVariant, ...LoginVariant[]]

export const accountCalls = {
  current: call({
    ...startCalls.currentUser,
    permission: null,
    method: "GET",
    specified: true,
    input: z.object({}),
    output: UserAnswer,
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
    input: Credentials.extend({
      /** The login path that the person came in by. `adminLogin` has a call of its own. */
      variant: z.enum(variants).exclude(["adminLogin"]).optional(),
      ...sliderFields,
      /** The picture with a code of `defaultLogin`. */
      codeid: text(64).optional(),
      vcode: text(8).optional(),
    }).partial({ chenckMoveId: true, chenckMoveCode: true }),
    output: CurrentUser,
  }),
  signOut: call({
    service: "usercenter",
    method: "POST",
    path: "/web/logout.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    whileLocked: true,
    input: z.object({}),
    /** SSO-4: where the browser goes next, to sign out at the other side too; left out: nowhere. */
    output: z.object({ onward: z.string().optional() }),
  }),
  /** DAY-15: as after half an hour without activity: only a proof of the person opens it again. */
  lock: call({
    service: "usercenter",
    method: "POST",
    path: "/web/lock_session.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({}),
    output: z.object({}),
  }),
  own: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_own_sessions.action",
    permission: null,
    input: z.object({}),
    output: z.object({
      /** What the person signs in with: a password manager needs it beside a new password (LOGIN-8). */
      account: z.string(),
      sessions: z.array(OwnSession),
      devices: z.array(OwnDevice),
    }),
  }),
  end: call({
    service: "usercenter",
    method: "POST",
    path: "/web/end_session.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({ session: z.uuid().max(36) }),
    output: z.object({}),
  }),
  endOthers: call({
    service: "usercenter",
    method: "POST",
    path: "/web/end_other_sessions.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({}),
    output: z.object({ ended: z.int().min(0) }),
  }),
  /** The browser is no longer known, and its sessions end. */
  forgetDevice: call({
    service: "usercenter",
    method: "POST",
    path: "/web/forget_device.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({ device: Id }),
    output: z.object({}),
  }),
  /** Ends the person's other sessions. */
  /** DAY-1: what is wrong with a new password, before anybody proves who they are for it. */
  checkPassword: call({
    service: "usercenter",
    method: "POST",
    path: "/web/check_new_password.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({ password: PasswordMd5 }),
    output: z.object({}),
  }),
  changePassword: call({
    service: "usercenter",
    method: "POST",
    path: "/web/change_password.action",
    encoding: "form",
    writes: true,
    sensitive: "password",
    permission: null,
    timeoutMs: timeoutsMs.login,
    input: z.object({ password: PasswordMd5 }),
    output: z.object({}),
  }),
}
