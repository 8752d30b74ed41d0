import { z } from "zod"
import { askJson, parameterOf, refuseErrorIn } from "./ask.ts"
import type { Provider, ProviderParts, Source } from "./provider.ts"

/*
 * 钉钉 (open.dingtalk.com/document/orgapp): "登录第三方网站" (tutorial-obtaining-user-personal-information), "获取用户token"
 * (obtain-user-token), "获取用户通讯录个人信息" (dingtalk-retrieve-user-information), "获取企业内部应用的accessToken"
 * (obtain-the-access_token-of-an-internal-app).
 * The same page of OAuth 2 serves browsers, where it shows a code to scan, and its own app, where it asks for consent.
 */
const hosts = { page: "https://login.dingtalk.com", api: "https://api.dingtalk.com" }

const Token = z.object({ accessToken: z.string().min(1) })
const Me = z.object({
  unionId: z.string().min(1),
  nick: z.string().optional(),
  mobile: z.string().optional(),
})

export function dingtalkProvider(parts: ProviderParts): Provider {
  const at = (source: Source, host: keyof typeof hosts, path: string) =>
    new URL(path, source.address || hosts[host])
  return {
    begin(source, { callback, state }) {
      const url = at(source, "page", "/oauth2/auth")
      url.search = new URLSearchParams({
        client_id: source.clientId,
        redirect_uri: callback,
        state,
        response_type: "code",
        scope: "openid",
        prompt: "consent",
      }).toString()
      return Promise.resolve(url)
    },

    async finish(source, _begun, answer) {
      refuseErrorIn(answer)
      // Its own parameter beside the one of OAuth, with the same content.
      const code = parameterOf(answer, answer.searchParams.has("authCode") ? "authCode" : "code")
      const { accessToken } = await askJson(parts, at(source, "api", "/v1.0/oauth2/userAccessToken"), Token, {
        method: "POST",
        json: {
          clientId: source.clientId,
          clientSecret: source.secret,
          code,
          grantType: "authorization_code",
        },
      })
      const {
        unionId,
        nick = "",
        mobile,
      } = await askJson(parts, at(source, "api", "/v1.0/contact/users/me"), Me, {
        headers: { "x-acs-dingtalk-access-token": accessToken },
      })
      return {
        authority: `dingtalk ${source.address || hosts.api} ${source.clientId}`,
        subject: unionId,
        name: nick,
        // A nick is no account, and the mail address is a personal one.
        account: "",
        mail: null,
        phone: mobile ?? null,
      }
    },

    async check(source) {
      await askJson(parts, at(source, "api", "/v1.0/oauth2/accessToken"), Token, {
        method: "POST",
        json: { appKey: source.clientId, appSecret: source.secret },
      })
      return "Client ID 和 Client Secret 正确"
    },
  }
}
