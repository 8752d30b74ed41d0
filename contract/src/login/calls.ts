import { z } from "zod"
import { call } from "../core/call.ts"
import { sliderFields } from "../captcha/calls.ts"
import { timeoutsMs } from "../core/http.ts"
import { Credentials, CurrentUser, PasswordMd5 } from "../account/calls.ts"
import { Count, text } from "../core/wire.ts"

export const loginLimits = {
  /** How long a right password waits for its second factor. */
  ticketS: 600,
  /** The picture with a code of `defaultLogin`. */
  pictureCodeS: 120,
  pictureCodeLength: 4,
  /** QR sign-in: the phone chooses among so many numbers, and this many wrong ones end the code. */
  numbersOffered: 9,
  wrongNumbers: 2,
} as const

export const loginMessages = {
  pictureCodeMissing: "请输入图形验证码",
  pictureCodeWrong: "图形验证码错误，请重新输入",
  phoneMissing: "请输入手机号",
  phoneWrong: "请输入11位手机号",
  secondFactorNeeded: "请输入发送到手机的验证码",
  noPhone: "该账号未登记手机号，无法进行短信验证，请联系本单位管理员",
  ticketOver: "验证已超时，请重新登录",
  newPasswordNeeded: "您使用的是一次性密码，请设置新密码后继续",
  whichAccount: "您有多个账号，请选择要登录的账号",
  oneTimeOver: "一次性密码已过期，请联系本单位管理员重新生成",
  passwordToo: "该账号需要密码和短信双重验证，请使用账号登录",
  passwordFirst: "管理员为该账号设置了一次性密码，请先用账号和一次性密码登录并设置新密码",
  adminsOnly: "该入口仅供管理员使用，请使用其他入口登录",
  demoOnly: "演示登录未开放，请使用其他入口登录",
  addressBusy: "当前网络的登录失败次数过多，请稍后再试",
} as const

/** LOGIN-5: the same for accounts that nobody has. */
export function lockedMessage(seconds: number): string {
  return `登录失败次数过多，请${Math.max(1, Math.ceil(seconds / 60))}分钟后再试`
}

export const MobilePhone = z
  .string()
  .max(11)
  .regex(/^1[0-9]{10}$/, loginMessages.phoneWrong)

export const SmsCode = z
  .string()
  .max(6)
  .regex(/^[0-9]{6}$/, "请输入6位验证码")

const ticket = text(64)
const open = { service: "usercenter", open: true } as const
const openWrite = { ...open, method: "POST", encoding: "form", writes: true, sensitive: false } as const

/** The result of a QR code that was shown. */
export const qrcodeStates = ["waiting", "scanned", "confirmed", "refused", "over"] as const

/** LOGIN-1: what the login pages need beside `session.signIn`. */
export const loginCalls = {
  /** `adminLogin`: slider and second factor always, administrators only. */
  adminSignIn: call({
    ...openWrite,
    path: "/ajax_admin_login.action",
    permission: null,
    timeoutMs: timeoutsMs.login,
    specified: true,
    input: Credentials.extend(sliderFields).partial({ chenckMoveId: true, chenckMoveCode: true }),
    output: CurrentUser,
  }),
  /** The picture with a code of `defaultLogin`. */
  verificationCode: call({
    ...open,
    method: "GET",
    path: "/web/get_login_verification_code.action",
    permission: null,
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({}),
    /** `image`: a `data:` address. */
    output: z.object({ codeid: z.string(), image: z.string() }),
  }),
  /** Two factors: sends the check code to the phone of the sign-in that waits for it. */
  sendCheckCode: call({
    ...openWrite,
    path: "/web/send_check_code.action",
    permission: null,
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({ ticket }),
    /** Masked. `seconds`: until another one may be sent. */
    output: z.object({ phone: z.string(), seconds: Count }),
  }),
  /** How long the code that was sent last is good for; 0: none is. */
  checkCodeExpiration: call({
    ...open,
    method: "GET",
    path: "/web/get_check_code_expiration.action",
    permission: null,
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({ ticket }),
    output: z.object({ seconds: Count }),
  }),
  checkCode: call({
    ...openWrite,
    path: "/web/check_code.action",
    permission: null,
    timeoutMs: timeoutsMs.login,
    input: z.object({ ticket, vcode: SmsCode }),
    output: CurrentUser,
  }),
  /** Replaces a one-time password, by who has just proven it. */
  setPassword: call({
    ...openWrite,
    path: "/web/set_password.action",
    permission: null,
    timeoutMs: timeoutsMs.login,
    input: z.object({ ticket, password: PasswordMd5 }),
    output: CurrentUser,
  }),
  /** DISTRICT-3: one of the accounts of a phone, whose password or code was right. */
  chooseAccount: call({
    ...openWrite,
    path: "/web/choose_account.action",
    permission: null,
    timeoutMs: timeoutsMs.login,
    input: z.object({ ticket }),
    output: CurrentUser,
  }),
  /** The answer is the same for a phone that nobody has. */
  sendSignInCode: call({
    ...openWrite,
    path: "/web/send_login_sms.action",
    permission: null,
    timeoutMs: timeoutsMs.verificationCode,
    /** Without the slider a limit is told, if there is one (DAY-1). */
    input: z
      .object({ phone: MobilePhone, ...sliderFields })
      .partial({ chenckMoveId: true, chenckMoveCode: true }),
    output: z.object({ phone: z.string(), seconds: Count }),
  }),
  smsSignIn: call({
    ...openWrite,
    path: "/web/sms_login.action",
    permission: null,
    timeoutMs: timeoutsMs.login,
    input: z.object({ phone: MobilePhone, vcode: SmsCode }),
    output: CurrentUser,
  }),
  /** A new code for this browser to be signed in by a phone; the one before it is void. `number`: what the phone must choose. */
  qrcode: call({
    ...open,
    method: "GET",
    path: "/web/get_login_qrcode.action",
    permission: null,
    input: z.object({}),
    /** `claim`: known to the page alone, and sent with every poll. */
    output: z.object({ image: z.string(), number: z.string(), seconds: Count, claim: z.string() }),
  }),
  /** Polled every second; the first answer after the phone's decision brings the session. */
  claimQrcode: call({
    ...openWrite,
    path: "/web/claim_login_qrcode.action",
    permission: null,
    polled: true,
    input: z.object({ claim: text(64) }),
    output: z.object({ state: z.enum(qrcodeStates), user: CurrentUser.nullable() }),
  }),
}
