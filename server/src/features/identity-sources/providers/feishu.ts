import { createHash } from "node:crypto"
import { z } from "zod"
import { askJson, parameterOf, refuseErrorIn } from "./ask.ts"
import type { Provider, ProviderParts, Source } from "./provider.ts"

/*
 * 飞书 (open.feishu.cn/document): "获取授权码" (authentication-management/access-token/obtain-oauth-code), "获取 user_access_token"
 * (…/get-user-access-token), "获取用户信息" (reference/authen-v1/user_info/get), "自建应用获取 app_access_token"
 * (server-docs/authentication-management/access-token/app_access_token_internal).
 */
const hosts = { page: "https://accounts.feishu.cn", api: "https://open.feishu.cn" }

const Token = z.object({ code: z.literal(0), access_token: z.string().min(1) })
const AppToken = z.object({ code: z.literal(0), app_access_token: z.string().min(1) })
const Info = z.object({
  code: z.literal(0),
  data: z.object({
    open_id: z.string().min(1),
    name: z.string().optional(),
    enterprise_email: z.string().optional(),
    mobile: z.string().optional(),
  }),
})

export function feishuProvider(parts: ProviderParts): Provider {
  const at = (source: Source, host: keyof typeof hosts, path: string) =>
    new URL(path, source.address || hosts[host])
  return {
    begin(source, { callback, state, verifier }) {
      const url = at(source, "page", "/open-apis/authen/v1/authorize")
      url.search = new URLSearchParams({
        client_id: source.clientId,
        response_type: "code",
        redirect_uri: callback,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      }).toString()
      return Promise.resolve(url)
    },

    async finish(source, { callback, verifier }, answer) {
      refuseErrorIn(answer)
      const { access_token } = await askJson(
        parts,
        at(source, "api", "/open-apis/authen/v2/oauth/token"),
        Token,
        {
          method: "POST",
          json: {
            grant_type: "authorization_code",
            client_id: source.clientId,
            client_secret: source.secret,
            code: parameterOf(answer, "code"),
            redirect_uri: callback,
            code_verifier: verifier,
          },
        },
      )
      const { data } = await askJson(parts, at(source, "api", "/open-apis/authen/v1/user_info"), Info, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      // Given by the enterprise; `email` is what the person has entered.
      const mail = data.enterprise_email || null
      return {
        authority: `feishu ${source.address || hosts.api} ${source.clientId}`,
        subject: data.open_id,
        name: data.name ?? "",
        account: mail?.split("@")[0] ?? "",
        mail,
        phone: data.mobile ?? null,
      }
    },

    async check(source) {
      await askJson(parts, at(source, "api", "/open-apis/auth/v3/app_access_token/internal"), AppToken, {
        method: "POST",
        json: { app_id: source.clientId, app_secret: source.secret },
      })
      return "App ID 和 App Secret 正确"
    },
  }
}
