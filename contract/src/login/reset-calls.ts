import { z } from "zod"
import { PasswordMd5 } from "../account/calls.ts"
import { sliderFields } from "../captcha/calls.ts"
import { call } from "../core/call.ts"
import { timeoutsMs } from "../core/http.ts"
import { OfferedAccount } from "../core/reply.ts"
import { Count, text } from "../core/wire.ts"
import { MobilePhone, SmsCode } from "./calls.ts"

export const resetMessages = {
  title: "找回密码",
  done: "密码已重置",
  whichAccount: "该手机号登记了多个账号，请选择要重置密码的账号",
  ticketOver: "验证已超时，请重新获取验证码",
  /** Told only after the code was right. */
  notHere: "该手机号的账号不能通过短信找回密码，请联系本单位管理员重置",
} as const

const post = {
  service: "usercenter",
  open: true,
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: false,
} as const

/** DAY-15: a forgotten password, by the phone on record. Only where messages can be sent. */
export const resetCalls = {
  /** The answer is the same for a phone that nobody has. Without the slider a limit is told, if there is one. */
  sendCode: call({
    ...post,
    path: "/web/send_reset_code.action",
    timeoutMs: timeoutsMs.verificationCode,
    input: z
      .object({ phone: MobilePhone, ...sliderFields })
      .partial({ chenckMoveId: true, chenckMoveCode: true }),
    output: z.object({ phone: z.string(), seconds: Count }),
  }),
  /** The accounts of the phone, each with a ticket for its new password. */
  checkCode: call({
    ...post,
    path: "/web/check_reset_code.action",
    timeoutMs: timeoutsMs.login,
    input: z.object({ phone: MobilePhone, vcode: SmsCode }),
    output: z.object({ accounts: z.array(OfferedAccount) }),
  }),
  /** Once; it ends all sessions of the account and signs nobody in. */
  setPassword: call({
    ...post,
    path: "/web/reset_password.action",
    timeoutMs: timeoutsMs.login,
    input: z.object({ ticket: text(256), password: PasswordMd5 }),
    output: z.object({ usercode: z.string() }),
  }),
}
