import { addressMessages } from "./application-address.ts"

/** SSO-5: what applications are told of, with what it is called on the screen. */
export const changedObjectLabels = { person: "人员", department: "部门", organisation: "单位" } as const
export type ChangedObject = keyof typeof changedObjectLabels
export const changedObjects = Object.keys(changedObjectLabels) as [ChangedObject, ...ChangedObject[]]

export const directoryChangeLabels = {
  added: "新增",
  changed: "修改",
  moved: "调动",
  disabled: "停用",
  enabled: "启用",
  removed: "移除",
} as const
export type DirectoryChange = keyof typeof directoryChangeLabels
export const directoryChanges = Object.keys(directoryChangeLabels) as [DirectoryChange, ...DirectoryChange[]]

/** What a notice calls what has happened: `person.moved`. The test that an administrator sends has no object. */
export function webhookType(object: ChangedObject | "test", what: DirectoryChange): string {
  return object === "test" ? testType : `${object}.${what}`
}
const testType = "test"

/** The convention of Standard Webhooks, for which there are libraries in most languages. */
export const webhookHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const
export const webhookSecretPrefix = "whsec_"

export const webhookLimits = {
  /** For how long a notice that is not accepted is tried again: an application that fails over a weekend misses nothing. */
  hours: 72,
  /** How long an application may take to answer. */
  answerS: 5,
  /** How many notices a page shows. */
  shown: 50,
  /** How much of an answer is kept. */
  answerLength: 200,
  /** How long the secret before the last one signs as well. */
  overlapHours: 24,
  /** After so long an address that fails is shown as failing. */
  failingMinutes: 15,
  /** Several objects' notices fail: for so long at most the others are not tried either. */
  pauseS: 60,
  /** For so long at most a receiver may ask to be left alone (`Retry-After`). */
  retryAfterS: 3600,
  /** Notices at the same time to one application, from one process. */
  parallel: 5,
} as const

export const webhookMessages = {
  none: "该应用未开通变更通知，请刷新后再试",
  off: "变更通知已关闭，请先开启",
  disabled: "应用已停用，不发送变更通知",
  noObject: "请至少选择一类变更",
  plainOutside: addressMessages.plainOutside,
  inner: `该地址在内网，服务器未获准访问。请改用外网地址；必须用内网地址时，${addressMessages.listNetwork}`,
  /** Where it is allowed. */
  plain: "该地址以 http:// 开头：通知中的人员信息在内网中不加密传送。条件允许时请改用 https://",
  /** SSO-16: HTTP 410. */
  gone: "接收地址回答 HTTP 410，表示不再接收通知，变更通知已自动关闭。请与应用厂商核实接收地址，修改后重新开启。",
  notGivenUp: "没有已放弃的通知可以重新发送",
} as const

/** The bell of whoever may manage the application. */
export const webhookRings = {
  failing: (application: string) => `“${application}”的变更通知持续失败，请检查接收地址`,
  givenUp: (application: string) => `“${application}”有变更通知未能送达，已停止重试，请查看后重新发送`,
  gone: (application: string) => `“${application}”的接收地址表示不再接收变更通知，通知已自动关闭，请查看`,
  works: (application: string) => `“${application}”的变更通知已恢复正常`,
} as const

/** Where the notices of an application are shown. */
export function webhookPlace(application: string): `/${string}` {
  return `/main/applicationAccess?webhook=${application}`
}

/** What became of a try where the application did not answer with an error of its own. */
const answerLabels: Readonly<Record<string, string>> = {
  inner: `地址在内网，服务器未获准访问；${addressMessages.listNetwork}`,
  plain: "http:// 地址不在获准访问的内网中，没有发送；请改用 https://",
  redirect: "应用要求跳转到其他地址，没有跟随；请填写最终的地址",
  timeout: `应用没有在 ${webhookLimits.answerS} 秒内回答`,
  unreachable: "连接不上该地址",
  certificate: "该地址的 HTTPS 证书无效",
  disabled: "应用已停用或变更通知已关闭，没有发送",
}

/** One of the above, or the status that the application answered with. */
export type WebhookAnswer = string

export function webhookAnswerWords(answer: WebhookAnswer): string {
  return (
    answerLabels[answer] ??
    (answer.startsWith("2") ? `应用已接收（HTTP ${answer}）` : `应用回答错误（HTTP ${answer}）`)
  )
}
