/**
 * What a hosted page and the portal say to each other (DLG-5), without any dependency: the page's side is built on this alone.
 * A breaking change is a new version beside this one.
 *
 * The page greets whoever frames it; the portal answers a page that it knows with a port, and only the port is used from
 * then on: it ends with the page's document. On the port everything is text, JSON inside: its length is known before it is
 * read, and nothing else can hide in it.
 */
export const protocolVersion = 1

export const methods = [
  "openPicker",
  "openDrawer",
  "reauthenticate",
  "startMonitor",
  "stopMonitor",
  "currentUser",
  "informationList",
  "ticket",
  "navigate",
  "setTitle",
] as const
export type Method = (typeof methods)[number]

export const protocolLimits = {
  /** A longer message is not read. */
  messageBytes: 65_536,
  /** More is refused; ten times as many close the port. */
  messagesPerSecond: 20,
  arguments: 4,
  /** Calls of one page that wait for an answer. */
  waiting: 8,
  title: 50,
} as const

export const bridgeMessages = {
  notFramed: "此页面没有在门户内打开",
  noAnswer: "门户没有应答：请确认此页面在门户内打开，且本站已列入授权域名",
  ended: "与门户的连接已结束",
  tooLong: "请求内容过长",
  tooOften: "请求过于频繁，请稍后再试",
  notUnderstood: "请求格式不正确",
  notAllowed: "本站没有获得使用该功能的授权",
  failed: "请求出错，请重试！",
  noSuchDialog: "没有这个窗口，请检查名称或编号",
  notShown: "此页面当前没有显示，请切换到该页面后再试",
  signedOut: "请先登录",
} as const

export type Greeting = "hello" | "welcome"

const greeting = /^user-centre\/([0-9]{1,4})\/(hello|welcome)\/([\w-]{1,64})$/

/** `id` tells one document's greeting from another's: a page that was reloaded has a new one. */
export function greetingOf(word: Greeting, id: string): string {
  return `user-centre/${protocolVersion}/${word}/${id}`
}

/** Null: another message; windows get many. */
export function readGreeting(
  data: unknown,
): { readonly version: number; readonly word: Greeting; readonly id: string } | null {
  const [, version, word, id] = (typeof data === "string" && greeting.exec(data)) || []
  return version && word && id ? { version: Number(version), word: word as Greeting, id } : null
}

/** Sent on the port by either side: it is closed. */
export const farewell = "bye"
