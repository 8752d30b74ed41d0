import { z } from "zod"
import { askJson, parameterOf, refuseErrorIn } from "./ask.ts"
import { ByOtherFailure, type Provider, type ProviderParts, type Source } from "./provider.ts"

/*
 * 企业微信, an enterprise's own application (developer.work.weixin.qq.com/document): "构造企业微信登录链接" (path/98152), "获取用户登录身份"
 * (path/98176), and "获取access_token", "获取访问用户敏感信息", "读取成员".
 */
const hosts = { page: "https://login.work.weixin.qq.com", api: "https://qyapi.weixin.qq.com" }

const fine = z.literal(0)
const Token = z.object({ errcode: fine, access_token: z.string().min(1) })
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
  const tokenOf = async (source: Source) => {
    const { clientId: corpid, secret: corpsecret } = source
    const url = at(source, "api", "/cgi-bin/gettoken", { corpid, corpsecret })
    return (await askJson(parts, url, Token)).access_token
  }
  return {
    begin(source, { callback, state }) {
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
      const access_token = await tokenOf(source)
      const who = await askJson(
        parts,
        at(source, "api", "/cgi-bin/auth/getuserinfo", { access_token, code }),
        Who,
      )
      const { userid, user_ticket } = who
      if (userid === undefined || userid === "") throw new ByOtherFailure("outsider", "there is no userid")
      // Both are extras that an application may have no right to.
      const detail =
        user_ticket === undefined || source.mailDomains.length === 0
          ? null
          : await optional(
              askJson(parts, at(source, "api", "/cgi-bin/auth/getuserdetail", { access_token }), Detail, {
                method: "POST",
                json: { user_ticket },
              }),
            )
      const member = await optional(
        askJson(parts, at(source, "api", "/cgi-bin/user/get", { access_token, userid }), Member),
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
      await tokenOf(source)
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
