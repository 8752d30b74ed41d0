import { z } from "zod"
import { call } from "../core/call.ts"
import { Moment, text } from "../core/wire.ts"

/** What stands in a code: an address of this site, `…/static/usercenter/#/getQrcode?t=<ticket>` (AUTH-9). */
export const ticketParameter = "t"

export const qrcodeMessages = {
  over: "二维码已失效，请在电脑上刷新后重新扫描",
  otherUser: "该二维码属于其他账号，请使用同一账号的手机确认",
  otherPhone: "该二维码已被另一台手机扫描",
  wrongNumber: "数字不一致，请选择电脑屏幕上显示的数字",
  unsafe: "数字两次选错，二维码已失效",
  bySource: "这部手机是用外部身份登录的，不能用来确认身份，请改用密码或短信验证码验证",
  sameSession: "请用另一台已登录的手机确认，不能在发起验证的浏览器中确认",
} as const

/** What a sign-in is called on the phone. */
export const signInByQrcode = "扫码登录"

/** How long the screen waits for the phone's decision; a later one is void. */
export const qrcodeClaimS = 30

/** What the phone shows before its owner decides: who asks for what, from where and when. */
export const AskedByQrcode = z.object({
  kind: z.enum(["reauth", "login"]),
  /** The name of the module, or what a sign-in is called. */
  what: z.string(),
  /** Of the asking screen; null where nobody is signed in there yet. */
  nickname: z.string().nullable(),
  orgname: z.string().nullable(),
  browser: z.string(),
  /** Masked. */
  ip: z.string(),
  asked: Moment,
  seconds: z.int().min(0),
  /** For a sign-in: one of them stands on the screen. */
  numbers: z.array(z.string()),
})
export type AskedByQrcode = z.infer<typeof AskedByQrcode>

const onThePhone = {
  service: "newusercenter",
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: false,
  // They use transactions of their own, which an idempotency key would nest.
  onceByItself: true,
} as const
const ticket = { [ticketParameter]: text(64) } as const

export const qrcodeCalls = {
  /** The first phone that scans it owns it. */
  scan: call({
    ...onThePhone,
    path: "/v1/twoPower/scanQrcode",
    permission: null,
    input: z.object(ticket),
    output: AskedByQrcode,
  }),
  confirm: call({
    ...onThePhone,
    path: "/v1/twoPower/confirmQrcode",
    permission: null,
    input: z.object({ ...ticket, number: text(2).optional() }),
    output: z.object({}),
  }),
  refuse: call({
    ...onThePhone,
    path: "/v1/twoPower/refuseQrcode",
    permission: null,
    input: z.object(ticket),
    output: z.object({}),
  }),
}
