import { trialLimits, type TrialStep } from "@uc/contract/applications/trial-calls"
import { signOutAnswerWords } from "@uc/contract/applications/sign-outs"
import type { Outbound } from "../../../http/outbound/outbound.ts"
import type { OutboundOptions } from "../../../http/outbound/send-request.ts"
import { answerOf } from "../told-answers.ts"

type Found = Pick<TrialStep, "state" | "seen" | "todo">

/** What became of a request: a status, or one of the words of `SignOutAnswer`. */
type Answered = { readonly status: number } | { readonly failed: string }

async function answered(
  outbound: Outbound,
  address: string,
  options: Omit<OutboundOptions, "signal">,
): Promise<Answered> {
  try {
    const { status } = await outbound.fetch(address, {
      ...options,
      signal: AbortSignal.timeout(trialLimits.waitMs),
    })
    return { status }
  } catch (error) {
    return { failed: answerOf(error) }
  }
}

const remedies: Readonly<Record<string, string>> = {
  certificate: "请厂商换上有效的证书（域名一致、没有过期、由受信任的机构签发）",
  timeout: "请厂商确认系统正在运行，防火墙允许访问",
  unreachable: "请核对域名和端口，并请厂商确认系统正在运行",
}

function failure(failed: string): Found {
  // People's browsers may reach what this server may not: nothing is known about it.
  if (failed === "inner")
    return {
      state: "unknown",
      seen: signOutAnswerWords(failed),
      todo: "未能检查。请在内网的浏览器中打开该地址确认，或请运维人员列出该网段后再试",
    }
  return { state: "wrong", seen: signOutAnswerWords(failed), todo: remedies[failed] ?? null }
}

const overTls = (address: string) => (address.startsWith("https:") ? "，HTTPS 证书有效" : "")

/** SSO-3: an address that browsers are sent to. Whatever it answers to a request without a code, it must be there. */
export async function askPage(outbound: Outbound, title: string, address: string): Promise<TrialStep> {
  const got = await answered(outbound, address, {})
  return { title, address, received: null, ...pageFound(address, got) }
}

function pageFound(address: string, got: Answered): Found {
  if ("failed" in got) return failure(got.failed)
  const { status } = got
  const seen = `该地址有应答（HTTP ${status}）${overTls(address)}`
  if (status === 404 || status === 410)
    return { state: "wrong", seen, todo: "该地址不存在，请与厂商逐字核对路径" }
  if (status >= 500) return { state: "wrong", seen, todo: "应用内部出错，请厂商查看应用的日志" }
  if (!address.startsWith("https:"))
    return { state: "unknown", seen, todo: "该地址没有加密（http），登录信息可能被截获，建议厂商改用 https" }
  return { state: "right", seen, todo: null }
}

/** SSO-3: where sign-outs are told. What is sent there names no session that exists. */
export async function askListener(
  outbound: Outbound,
  address: string,
  { protocol, body }: { readonly protocol: "oidc" | "cas"; readonly body: URLSearchParams },
): Promise<TrialStep> {
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const got = await answered(outbound, address, { method: "POST", headers, body })
  return { title: "退出通知地址", address, received: null, ...listenerFound(address, protocol, got) }
}

function listenerFound(address: string, protocol: "oidc" | "cas", got: Answered): Found {
  if ("failed" in got) return failure(got.failed)
  const { status } = got
  const seen = `该地址有应答（HTTP ${status}）${overTls(address)}`
  if (status === 404 || status === 405 || status === 410)
    return { state: "wrong", seen, todo: "该地址不接收退出通知（POST），请与厂商核对" }
  if (status >= 500) return { state: "wrong", seen, todo: "应用处理退出通知时出错，请厂商查看应用的日志" }
  if (protocol === "cas")
    return status < 400
      ? { state: "right", seen, todo: null }
      : { state: "wrong", seen, todo: "应用拒绝了退出通知，请厂商确认已启用单点退出" }
  if (status >= 300 && status < 400)
    return { state: "wrong", seen, todo: "应用要求跳转，通知不会跟随；请填写最终的地址" }
  // The token of the trial is not signed by anybody.
  if (status < 300)
    return {
      state: "unknown",
      seen: `${seen}，但接受了没有签名的退出令牌`,
      todo: "请厂商确认应用验证 logout_token 的签名，否则任何人都能让用户退出",
    }
  return { state: "right", seen: `${seen}，并拒绝了没有签名的退出令牌`, todo: null }
}
