/** What a code that signs somebody in is for; a re-authentication names its module instead. */
export const smsForSignIn = "登录"

/** The text message. It says what the code is for, so that nobody passes it on for another purpose. */
export function smsText(message: {
  readonly site: string
  readonly code: string
  readonly what: string
  readonly minutes: number
}): string {
  return `【${message.site}】您的验证码是${message.code}，用于${message.what}，${message.minutes}分钟内有效。请勿告诉他人。`
}
