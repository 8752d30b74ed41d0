import { z } from "zod"
import { call } from "../core/call.ts"
import { sliderFields } from "../captcha/calls.ts"
import { PasswordMd5, sessionMessages } from "../account/calls.ts"
import { oneOf, text } from "../core/wire.ts"

/** The dialog's radio buttons (AUTH-1). They are not what `verify` is told: see `verifyTypes`. */
export const reauthModes = { password: 1, sms: 2, qrcode: 3 } as const
export type ReauthMode = (typeof reauthModes)[keyof typeof reauthModes]

/** The `type` that `verify` takes (AUTH-6): swapped against the radio buttons. */
export const verifyTypes = { sms: 1, password: 2 } as const
export type VerifyType = (typeof verifyTypes)[keyof typeof verifyTypes]

/** By radio button. Null: a scan is confirmed on the phone, nothing is typed. */
export const verifyTypeOf: Readonly<Record<ReauthMode, VerifyType | null>> = {
  [reauthModes.password]: verifyTypes.password,
  [reauthModes.sms]: verifyTypes.sms,
  [reauthModes.qrcode]: null,
}

export const reauthLimits = {
  qrcodeExpiryS: 180,
  smsResendS: 300,
  pollMs: 1000,
  /** AUTH-8: how long a grant lasts, bound to the session. */
  grantS: 300,
  smsCodeLength: 6,
  smsTries: 5,
} as const

export const reauthMessages = {
  /** DISTRICT-17: the phone has refused what this screen asks for. */
  refusedOnPhone: "手机上已拒绝这次请求",
  midMissing: "鉴权缺少模块id参数",
  passwordMissing: sessionMessages.passwordMissing,
  codeMissing: "请输入验证码",
  failed: "验证失败，请重试！",
  codeSent: "验证码已发送",
  resend: "重新发送",
  noPhone: "未登记手机号，请选择其他验证方式",
  smsOff: "短信服务未开通，请选择其他验证方式",
} as const

/** AUTH-5: a failed send, in the server's own words. */
export function smsWaitMessage(seconds: number): string {
  const wait = seconds <= 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`
  return seconds <= 600 ? `短信发送过于频繁，请${wait}后再试` : `短信发送次数已达上限，请${wait}后再试`
}

/** Too many wrong factors; told with the time left. */
export function reauthLockedMessage(seconds: number): string {
  return `验证失败次数过多，请${Math.max(1, Math.ceil(seconds / 60))}分钟后再试`
}

/** AUTH-3: the first 3 digits and those after the 7th are shown. */
export function maskedPhone(phone: string): string {
  return phone.slice(0, 3) + "*".repeat(Math.max(0, Math.min(phone.length, 7) - 3)) + phone.slice(7)
}

const mid = z
  .string(reauthMessages.midMissing)
  .min(1, reauthMessages.midMissing)
  // Of any shape: clients of the specification have module ids of their own, and are told a sentence for one that is not ours.
  .max(64)

/** What is wrong with what was typed; null when it may be sent. */
function typedWrong(type: VerifyType, vcode: string): string | null {
  if (type === verifyTypes.password) {
    if (vcode === "") return reauthMessages.passwordMissing
    return PasswordMd5.safeParse(vcode).success ? null : reauthMessages.failed
  }
  if (vcode === "") return reauthMessages.codeMissing
  return /^[0-9]{6}$/.test(vcode) ? null : reauthMessages.failed
}

export const reauthCalls = {
  /** AUTH-4: a new code for this session and module; the one before it is void. */
  qrcode: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/twoPower/getAppQrcode",
    permission: null,
    whileLocked: true,
    specified: true,
    picture: "image",
    input: z.object({ mid }),
    /** A `data:` address. */
    output: z.object({ image: z.string() }),
  }),
  /** AUTH-6: success is a grant for this session and module. */
  verify: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/twoPower/verify",
    whileLocked: true,
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    onceByItself: true,
    specified: true,
    input: z
      .object({
        mid,
        type: oneOf(verifyTypes.sms, verifyTypes.password),
        /** The SMS code, or the password as upper-case MD5. */
        vcode: text(64),
        ...sliderFields,
      })
      // DAY-1: without them a lock is told, and who is known passes where the slider is ours alone.
      .partial({ chenckMoveId: true, chenckMoveCode: true })
      .superRefine(({ type, vcode }, context) => {
        const wrong = typedWrong(type, vcode)
        if (wrong) context.addIssue({ code: "custom", path: ["vcode"], message: wrong })
      }),
    output: z.object({}),
  }),
  /** AUTH-5: to the phone on record and to no other; the answer names it masked only. */
  sendSms: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/twoPower/sendSms",
    whileLocked: true,
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    onceByItself: true,
    specified: true,
    input: z.object({ mid, ...sliderFields }).partial({ chenckMoveId: true, chenckMoveCode: true }),
    /** `seconds`: until another one may be sent. */
    output: z.object({ phone: z.string(), seconds: z.int().min(0) }),
  }),
  /** AUTH-4: `ret` itself is the answer, true once the phone has confirmed. */
  pollQrcode: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/twoPower/pollQrcode",
    permission: null,
    whileLocked: true,
    polled: true,
    answerIn: "ret",
    ret: true,
    specified: true,
    input: z.object({ mid }),
    output: z.boolean(),
  }),
}
