import { z } from "zod"

/** Why an answer was refused, where the page must do more than show the sentence. */
export const errtypes = {
  /** None of the others: `msg` says it. Sent only where the specification's clients read a refusal (SPEC-3). */
  plain: 0,
  /** The session is over, or there never was one (REQ-6, ROLE-1). */
  signedOut: -1,
  /** The slider check failed: show a new one (AUTH-6). */
  captcha: 1,
  /** A sensitive call without a fresh grant; the reply names the module id (AUTH-8). */
  grantNeeded: 2,
  /** Idle for too long: a factor is asked for, the session goes on (REQ-6). */
  locked: 3,
  /** The password was right and a second factor is asked for; the reply names the sign-in's ticket (LOGIN-3). */
  secondFactor: 4,
  /** Everything was right, but the password is a one-time one: the reply names the ticket that a new one is set with (HOME-6). */
  newPassword: 5,
  /** Password or code were right for several accounts of one phone: the reply names them (DISTRICT-3). */
  accountChoice: 6,
} as const
export type Errtype = (typeof errtypes)[keyof typeof errtypes]

/** With which statuses a call is refused on purpose. */
export const refusalStatuses = [400, 401, 403, 409, 413, 415, 429, 503] as const
export type RefusalStatus = (typeof refusalStatuses)[number]

/** One of several accounts that a sign-in by phone may mean. `ticket`: what it is chosen with. */
export const OfferedAccount = z.object({
  ticket: z.string(),
  account: z.string(),
  nickname: z.string(),
  orgname: z.string(),
})
export type OfferedAccount = z.infer<typeof OfferedAccount>

/** The envelope of every answer. Which field holds the output is the call's `answerIn`. */
export const Reply = z.looseObject({
  ret: z.union([z.number(), z.boolean()]),
  msg: z.string().nullish(),
  errtype: z.number().nullish(),
  /** Only with errtype 2: the module id that the grant must be for. */
  mid: z.string().nullish(),
  /** Only with errtype 4 and 5: what the check code or the new password is sent with; the masked phone that a code goes to. */
  ticket: z.string().nullish(),
  phone: z.string().nullish(),
  /** Only with errtype 6. */
  accounts: z.array(OfferedAccount).nullish(),
  /** Of a refusal: the input that it is about, so that a form can say it there. */
  field: z.string().nullish(),
})
export type Reply = z.infer<typeof Reply>

/** `ret` is 1 here and true there; both mean that it went well. */
export function succeeded(ret: Reply["ret"]): boolean {
  return ret === 1 || ret === true
}

/** Result code -1 has a sentence of its own (REQ-5). */
export const resultMinusOne = -1

export const replyMessages = {
  badInput: "参数不正确",
  signedOut: "请先登录",
  /** Whether somebody pressed 锁屏 or was away for long: both end in the same. */
  locked: "屏幕已锁定，请验证身份后继续",
  grantNeeded: "该操作需要再次验证身份",
  foreignOrigin: "请求来源不被允许",
  outOfReach: "没有权限访问该数据",
  tooLarge: "提交的内容过大",
  busy: "操作过于频繁，请稍后再试",
  crowded: "当前网络的访问量过大，请稍后再试",
  changedConcurrently: "其他人正在同时修改相关内容，本次操作没有执行，请刷新后再试",
  repeated: "该操作已用相同的编号提交过，但内容不同",
} as const
