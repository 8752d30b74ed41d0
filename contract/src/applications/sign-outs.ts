import { addressMessages } from "./application-address.ts"

/** SSO-7: applications are told that a sign-on is over (OpenID Connect back-channel logout, CAS single logout). */
export const signOutLimits = {
  /** For how long an application that can't be told is tried again. */
  hours: 24,
  /** How many of the last answers are shown. */
  shown: 20,
} as const

/** What became of a try where the application did not answer with an error of its own. */
const answerLabels: Readonly<Record<string, string>> = {
  "200": "应用已收到",
  inner: `地址在内网，服务器未获准访问；${addressMessages.listNetwork}`,
  redirect: "应用要求跳转到其他地址，没有跟随；请填写最终的地址",
  timeout: "应用没有及时回答",
  unreachable: "连接不上该地址",
  certificate: "该地址的 HTTPS 证书无效",
  disabled: "应用已停用或已不再接收通知",
  fault: "本系统出错，通知没有发出；原因在服务器日志中",
}

/** One of the above, or the status that the application answered with. */
export type SignOutAnswer = string

export function signOutAnswerWords(answer: SignOutAnswer): string {
  return answerLabels[answer] ?? `应用回答错误（HTTP ${answer}）`
}
