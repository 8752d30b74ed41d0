import { z } from "zod"
import { call } from "../core/call.ts"
import { timeoutsMs } from "../core/http.ts"
import { PasswordMd5 } from "../account/calls.ts"
import { Moment, text } from "../core/wire.ts"

/** Where the secret stands in the address of a link: `…/static/usercenter/#/activate?k=<secret>`, after the `#`. */
export const activationParameter = "k"

/** Why a link is of no use any more, with what to do. */
export const activationRefusals = {
  unknown: "链接不完整或不正确，请从短信或通知中重新打开；仍无法打开时请联系本单位管理员重新发放",
  used: "该账号已经激活，请直接登录；忘记密码请联系本单位管理员重置",
  expired: "链接已过期，请联系本单位管理员重新发放",
  replaced: "管理员已为您重新发放，此链接已失效，请使用最近收到的链接或一次性密码",
  disabled: "该账号已停用或已转到其他单位，请联系本单位管理员",
} as const
export type ActivationRefusal = keyof typeof activationRefusals

export const activationMessages = {
  addressBusy: "当前网络打开的无效链接过多，请稍后再试",
  title: "激活账号",
  done: "账号已激活",
} as const

const key = text(64).min(1, activationRefusals.unknown)
// By POST, also to look: no log has the body of a request.
const post = { service: "usercenter", open: true, method: "POST", encoding: "json" } as const

/** DISTRICT-1: what a person does with an activation link, before anybody is signed in. The link alone proves who it is. */
export const activationCalls = {
  /** Whose account it is; nothing is spent. */
  look: call({
    ...post,
    path: "/web/look_at_activation.action",
    writes: false,
    input: z.object({ key }),
    output: z.object({ nickname: z.string(), orgname: z.string(), usercode: z.string(), until: Moment }),
  }),
  /** Once: sets the first password of their own. They sign in with it like everybody. */
  activate: call({
    ...post,
    path: "/web/activate_account.action",
    writes: true,
    sensitive: false,
    onceByItself: true,
    timeoutMs: timeoutsMs.login,
    input: z.object({ key, password: PasswordMd5 }),
    output: z.object({ usercode: z.string() }),
  }),
}
