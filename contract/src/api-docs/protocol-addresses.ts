import { providerBase } from "../applications/calls.ts"
import { casBase } from "../applications/cas.ts"
import type { VendorSubject } from "./vendor-subjects.ts"

/** SSO-6: addresses of protocols that others have defined. They are no calls of ours; what is in them is the protocol's. */
export interface ProtocolAddress {
  readonly subject: VendorSubject
  readonly method: "get" | "post"
  readonly path: string
  readonly summary: string
  /** Required ones first; a `?` at the end: it may be left out. */
  readonly parameters: readonly string[]
  /** `browser`: people are sent there; `server`: the other system's server asks. */
  readonly by: "browser" | "server"
  readonly answer: string
}

const validation = ["service", "ticket", "renew?"] as const

export const protocolAddresses: readonly ProtocolAddress[] = [
  {
    subject: "oidc",
    method: "get",
    path: `${providerBase}/.well-known/openid-configuration`,
    summary: "发现文档：其余地址都从这里读取",
    parameters: [],
    by: "server",
    answer: "application/json",
  },
  {
    subject: "oidc",
    method: "get",
    path: `${providerBase}/auth`,
    summary: "发起登录（授权码 + PKCE）",
    parameters: [
      "client_id",
      "redirect_uri",
      "response_type",
      "scope",
      "code_challenge",
      "code_challenge_method",
      "state?",
      "nonce?",
      "prompt?",
      "max_age?",
      "acr_values?",
    ],
    by: "browser",
    answer: "text/html",
  },
  {
    subject: "oidc",
    method: "post",
    path: `${providerBase}/token`,
    summary: "用授权码或 refresh_token 换取令牌",
    parameters: ["grant_type", "code?", "redirect_uri?", "code_verifier?", "refresh_token?"],
    by: "server",
    answer: "application/json",
  },
  {
    subject: "oidc",
    method: "get",
    path: `${providerBase}/me`,
    summary: "读取登录人的信息（Authorization: Bearer）",
    parameters: [],
    by: "server",
    answer: "application/json",
  },
  {
    subject: "oidc",
    method: "get",
    path: `${providerBase}/jwks`,
    summary: "验证 ID 令牌用的公钥",
    parameters: [],
    by: "server",
    answer: "application/json",
  },
  {
    subject: "oidc",
    method: "get",
    path: `${providerBase}/session/end`,
    summary: "从应用退出登录",
    parameters: ["id_token_hint?", "post_logout_redirect_uri?", "state?"],
    by: "browser",
    answer: "text/html",
  },
  {
    subject: "cas",
    method: "get",
    path: `${casBase}/login`,
    summary: "发起登录",
    parameters: ["service", "renew?", "gateway?", "method?"],
    by: "browser",
    answer: "text/html",
  },
  {
    subject: "cas",
    method: "get",
    path: `${casBase}/p3/serviceValidate`,
    summary: "验证票据，得到账号和属性（CAS 3.0）",
    parameters: [...validation, "format?"],
    by: "server",
    answer: "application/xml",
  },
  {
    subject: "cas",
    method: "get",
    path: `${casBase}/serviceValidate`,
    summary: "验证票据，得到账号（CAS 2.0）",
    parameters: [...validation, "format?"],
    by: "server",
    answer: "application/xml",
  },
  {
    subject: "cas",
    method: "get",
    path: `${casBase}/validate`,
    summary: "验证票据，得到账号（CAS 1.0）",
    parameters: validation,
    by: "server",
    answer: "text/plain",
  },
  {
    subject: "cas",
    method: "get",
    path: `${casBase}/logout`,
    summary: "退出登录",
    parameters: ["service?"],
    by: "browser",
    answer: "text/html",
  },
]
