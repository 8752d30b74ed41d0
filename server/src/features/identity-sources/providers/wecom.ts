import { z } from "zod"
import { askJson, parameterOf, refuseErrorIn } from "./ask.ts"
import { KeptTokens, type GivenToken } from "./kept-tokens.ts"
import { ByOtherFailure, type Provider, type ProviderParts, type Source } from "./provider.ts"

/*
 * 企业微信, an enterprise's own application (developer.work.weixin.qq.com/document): "构造企业微信登录链接" (path/98152), "获取用户登录身份"
 * (path/98176), and "获取访问用户敏感信息", "读取成员". In its own app: "构造网页授权链接" (path/91022), of which `snsapi_base` asks nobody and
 * `snsapi_privateinfo` asks for what the mail address takes. "获取access_token" (path/91039): it is to be kept, asked for too often it is
 * refused, and it may become void before its time ("全局错误码", path/90313: 40014, 42001).
 */
const hosts = {
  page: "https://login.work.weixin.qq.com",
  inApp: "https://open.weixin.qq.com",
  api: "https://qyapi.weixin.qq.com",
}

const fine = z.literal(0)
const Token = z.object({ errcode: fine, access_token: z.string().min(1), expires_in: z.number().default(0) })
const voidCodes: ReadonlySet<number | null> = new Set([40014, 42001])
const Who = z.object({
  errcode: fine,
  /** Missing where somebody of no or another enterprise has come. */
  userid: z.string().optional(),
  user_ticket: z.string().optional(),
})
const Detail = z.object({ errcode: fine, biz_mail: z.string().optional() })
const Member = z.object({ name: z.string().optional() })

export function wecomProvider(parts: ProviderParts): Provider {
  const at = (source: Source, host: keyof typeof hosts, path: string, query: Record<string, string>) => {
    const url = new URL(path, source.address || hosts[host])
    url.search = new URLSearchParams(query).toString()
    return url
  }
  const askToken = async (source: Source): Promise<GivenToken> => {
    const { clientId: corpid, secret: corpsecret } = source
    const url = at(source, "api", "/cgi-bin/gettoken", { corpid, corpsecret })
    const { access_token: token, expires_in: seconds } = await askJson(parts, url, Token)
    return { token, seconds }
  }
  const tokens = new KeptTokens(parts.nowMs)
  /** With the token that is kept; where the other side calls that void, once more with another one. */
  const withToken = async <T>(source: Source, work: (access_token: string) => Promise<T>): Promise<T> => {
    const token = await tokens.tokenFor(source, () => askToken(source))
    try {
      return await work(token)
    } catch (error) {
      if (!(error instanceof ByOtherFailure) || !voidCodes.has(error.code)) throw error
      await tokens.drop(source, token)
      return work(await tokens.tokenFor(source, () => askToken(source)))
    }
  }
  return {
    begin(source, { callback, state }, inApp) {
      if (inApp === "wecom") {
        const url = at(source, "inApp", "/connect/oauth2/authorize", {
          appid: source.clientId,
          redirect_uri: callback,
          response_type: "code",
          scope: source.mailDomains.length > 0 ? "snsapi_privateinfo" : "snsapi_base",
          state,
          agentid: source.agentId,
        })
        url.hash = "wechat_redirect"
        return Promise.resolve(url)
      }
      return Promise.resolve(
        at(source, "page", "/wwlogin/sso/login", {
          login_type: "CorpApp",
          appid: source.clientId,
          agentid: source.agentId,
          redirect_uri: callback,
          state,
        }),
      )
    },

    async finish(source, _begun, answer) {
      refuseErrorIn(answer)
      const code = parameterOf(answer, "code")
      const who = await withToken(source, (access_token) =>
        askJson(parts, at(source, "api", "/cgi-bin/auth/getuserinfo", { access_token, code }), Who),
      )
      const { userid, user_ticket } = who
      if (userid === undefined || userid === "") throw new ByOtherFailure("outsider", "there is no userid")
      // Both are extras that an application may have no right to.
      const detail =
        user_ticket === undefined || source.mailDomains.length === 0
          ? null
          : await optional(
              withToken(source, (access_token) =>
                askJson(parts, at(source, "api", "/cgi-bin/auth/getuserdetail", { access_token }), Detail, {
                  method: "POST",
                  json: { user_ticket },
                }),
              ),
            )
      const member = await optional(
        withToken(source, (access_token) =>
          askJson(parts, at(source, "api", "/cgi-bin/user/get", { access_token, userid }), Member),
        ),
      )
      return {
        authority: `wecom ${source.address || hosts.api} ${source.clientId}`,
        // The enterprise writes it in any case, and compares it in none.
        subject: userid.toLowerCase(),
        name: member?.name ?? "",
        account: userid,
        // The enterprise's own mail service gave it; the personal one is anybody's word.
        mail: detail?.biz_mail || null,
        phone: null,
      }
    },

    async check(source) {
      // Not the one that is kept: what is entered now is to be tried.
      await askToken(source)
      return "CorpID 和 Secret 正确"
    },
  }
}

async function optional<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ByOtherFailure && error.problem === "refused") return null
    throw error
  }
}
