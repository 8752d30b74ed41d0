import { scimLimits } from "../applications/scim.ts"

/** SSO-6: what stands in the requests of protocols, in a line each. One that is not here does not compile. */
export const protocolParameters = {
  client_id: "应用标识",
  redirect_uri: "登记过的登录回调地址，逐字比较",
  response_type: "code",
  scope: "openid，另可加 profile、phone、email，用空格分隔",
  code_challenge: "code_verifier 的 SHA-256，base64url 编码",
  code_challenge_method: "S256",
  state: "应用自己的随机值，原样带回；请核对",
  nonce: "应用自己的随机值，写入 ID 令牌；请核对",
  prompt: "none：不打扰用户；login：重新验证身份",
  max_age: "上次验证身份超过这么多秒时，要求重新验证",
  acr_values: "reauth：每次都要求重新验证身份",
  login_hint: "要登录的账号，填入登录页的账号框",
  grant_type: "authorization_code 或 refresh_token",
  code: "授权码，60 秒内有效，只能用一次",
  code_verifier: "发起登录时 code_challenge 的原值",
  refresh_token: "上次得到的 refresh_token，每次使用后更换；10 秒内重复使用得到同样的结果",
  id_token_hint: "登录时得到的 ID 令牌",
  post_logout_redirect_uri: "登记过的退出后返回的地址，逐字比较",
  service: "登记过的应用地址，逐字比较",
  renew: "true：要求用户再次验证身份",
  gateway: "true：不打扰用户，没有登录时不带票据返回",
  method: "POST：票据用表单交给 service，不出现在地址中",
  ticket: "登录后带回的票据，10 秒内有效，只能验证一次",
  format: "JSON 或 XML，不写为 XML",
  filter: `过滤条件，例如 userName eq "zhangsan"，最长 ${scimLimits.filterLength} 个字符`,
  startIndex: "从第几个开始，第一个是 1",
  count: `一页多少个，不写为 ${scimLimits.count}，最多 ${scimLimits.countAtMost}`,
  sortBy: "按哪个单值属性排序，不写为按 id",
  sortOrder: "ascending（不写时）或 descending",
  attributes: "只返回这些属性，用逗号分隔",
  excludedAttributes: "不返回这些属性，用逗号分隔；不能与 attributes 同时使用",
  "If-None-Match": "上次的 ETag；没有变化时返回 304",
  "If-Match": "读取时的 ETag；已被修改时返回 412",
} as const

type Name = keyof typeof protocolParameters
/** A `?` at the end: it may be left out. */
export type ProtocolParameter = Name | `${Name}?`

export interface DescribedParameter {
  readonly name: Name
  readonly required: boolean
  readonly description: string
  readonly schema: { readonly type: "string" | "integer" }
}

const whole: readonly Name[] = ["startIndex", "count", "max_age"]

export function describedParameter(written: ProtocolParameter): DescribedParameter {
  const name = written.replace("?", "") as Name
  return {
    name,
    required: !written.endsWith("?"),
    description: protocolParameters[name],
    schema: { type: whole.includes(name) ? "integer" : "string" },
  }
}
