/** What a code that signs somebody in is for; a re-authentication names its module instead. */
export const smsForSignIn = "登录"
/** DAY-15 */
export const smsForReset = "找回密码"

/** The text message. It says what the code is for, so that nobody passes it on for another purpose. */
export function smsText(message: {
  readonly site: string
  readonly code: string
  readonly what: string
  readonly minutes: number
}): string {
  return `【${message.site}】您的验证码是${message.code}，用于${message.what}，${message.minutes}分钟内有效。请勿告诉他人。`
}

/** DISTRICT-1: what opens an account for the first time. */
export function firstPasswordText(message: {
  readonly site: string
  readonly account: string
  readonly password: string
  /** A moment; the day is enough. */
  readonly until: string
}): string {
  return `【${message.site}】您的账号${message.account}已开通，一次性密码：${message.password}，请在${dayOf(message.until)}前登录并设置自己的密码。请勿告诉他人。`
}

/** DISTRICT-1: the same with a link. A space on both sides, or phones take the words after it for a part of the address. */
export function activationText(message: {
  readonly site: string
  readonly account: string
  readonly link: string
  readonly until: string
}): string {
  return `【${message.site}】您的账号${message.account}已开通，请在${dayOf(message.until)}前打开 ${message.link} 设置密码。链接仅限本人使用，请勿转发。`
}

/** DAY-11: a notice that somebody has not confirmed, or not read. */
export function reminderText(message: {
  readonly site: string
  readonly orgname: string
  /** Shortened already. */
  readonly title: string
  readonly wantsReceipt: boolean
}): string {
  return `【${message.site}】${message.orgname}的通知“${message.title}”请您${message.wantsReceipt ? "登录后确认收到" : "登录后阅读"}。`
}

function dayOf(moment: string): string {
  const [, month, day] = moment.slice(0, 10).split("-").map(Number)
  return `${month}月${day}日`
}
