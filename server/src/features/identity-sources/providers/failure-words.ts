import { addressMessages } from "@uc/contract/applications/application-address"
import { byOtherProblems, type ByOtherProblem } from "@uc/contract/identity-sources/problems"
import { PlainAddressRefusal } from "../../../http/outbound/outbound.ts"
import type { ByOtherFailure } from "./provider.ts"

/** The sentences of the login page are for people; an administrator reads what to do. */
const wordsOfProblem: Readonly<Partial<Record<ByOtherProblem, string>>> = {
  unreachable: "连接不上对方的服务器，请检查服务地址和网络",
  inner: `该地址在内网，本系统的服务器未获准访问；${addressMessages.listNetwork}`,
  refused: "对方拒绝了请求，请检查应用标识和密钥",
  invalid: "对方的回答不符合协议，请检查类型和服务地址",
}

/** SSO-4: one sentence, in the language of the page. What a library said is in the log alone. */
export function testWords({ problem, words }: Pick<ByOtherFailure, "problem" | "words">): string {
  return words ?? wordsOfProblem[problem] ?? byOtherProblems[problem]
}

const wordsOfCode: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|EAI_)/, "找不到该域名的服务器，请检查服务地址中的域名，或请运维人员检查域名解析（DNS）"],
  [/^ECONNREFUSED/, "对方的服务器拒绝连接，请检查服务地址中的端口，并确认对方的服务已启动"],
  [/^(?:EHOST|ENET)/, "到对方服务器的网络不通，请运维人员检查网络和防火墙"],
  [/^CERT_HAS_EXPIRED/, "对方的证书已过期，请对方更换证书"],
  [/^CERT_NOT_YET_VALID/, "对方的证书尚未生效，请检查对方的证书和本系统服务器的时间"],
  [
    /^(?:ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/,
    "对方的证书与服务地址中的域名不符，请检查服务地址，或请对方更换证书",
  ],
  [
    /^(?:DEPTH_|SELF_|UNABLE_|CERT_|INVALID_CA)/,
    "对方的证书不受信任（自签名，或缺少中间证书），请对方安装完整的证书链，或请运维人员把对方的根证书加入本系统的服务器",
  ],
  [/^(?:EPROTO|ERR_SSL|ERR_TLS)/, "不能与对方建立加密连接，请检查服务地址应当是 https 还是 http"],
  [/^ERR_ANSWER/, "对方的回答不完整或不是网页应答，请检查服务地址，以及其间的代理和防火墙"],
  [/TIMEDOUT|TIMEOUT/, "对方没有及时回答，请检查网络和防火墙，确认对方的服务正常后重试"],
  [/^(?:ECONN|EPIPE|HPE_)/, "连接被对方中断，请检查服务地址应当是 https 还是 http，以及对方的防火墙"],
]

/** Why no answer came, by the codes of Node; null: none of those that are known. */
export function wordsOfConnection(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof PlainAddressRefusal)
      return "http 地址只能用于内网中由运维人员放行（INNER_NETWORKS_FOR_ALL 或 INNER_NETWORKS）的服务器，请改用 https 地址"
    const { code, name } = at as { readonly code?: unknown; readonly name?: unknown }
    const sign = name === "TimeoutError" || name === "AbortError" ? "TIMEOUT" : code
    const found = typeof sign === "string" ? wordsOfCode.find(([pattern]) => pattern.test(sign)) : undefined
    if (found) return found[1]
  }
  return null
}

/** What is wrong with a discovery document, by the codes of openid-client; null: none of those that are known. */
export function wordsOfDiscovery(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, cause } = at as { readonly code?: unknown; readonly cause?: unknown }
    switch (code) {
      case "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED": {
        const told = issuerIn(cause)
        if (told !== null) return wordsOfOtherIssuer(told)
        break
      }
      case "OAUTH_RESPONSE_IS_NOT_CONFORM":
        return `对方没有给出发现文档（${statusIn(cause)}），请检查服务地址，它之后加上 /.well-known/openid-configuration 应当能打开`
      case "OAUTH_RESPONSE_IS_NOT_JSON":
      case "OAUTH_PARSE_ERROR":
      case "OAUTH_INVALID_RESPONSE":
        return "该地址给出的不是发现文档，请检查服务地址（issuer）"
      case "OAUTH_HTTP_REQUEST_FORBIDDEN":
        return "对方的发现文档中有 http 地址，请对方改为 https"
    }
  }
  return null
}

export function wordsOfOtherIssuer(issuer: string): string {
  return `对方的发现文档中的 issuer 与填写的服务地址不一致，请把服务地址改为 ${issuer}`
}

function issuerIn(cause: unknown): string | null {
  // The library's own error stands between.
  const { body, cause: inner } = (cause ?? {}) as {
    readonly body?: { readonly issuer?: unknown }
    readonly cause?: unknown
  }
  const issuer = body?.issuer
  if (typeof issuer === "string") return issuer.replaceAll(/[\p{C}\s]+/gu, "").slice(0, 200)
  return inner === undefined ? null : issuerIn(inner)
}

function statusIn(cause: unknown): string {
  return cause instanceof Response ? `HTTP ${cause.status}` : "没有正常回答"
}
