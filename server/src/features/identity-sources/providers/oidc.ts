import type * as Client from "openid-client"
import { InnerAddressRefusal, PlainAddressRefusal } from "../../../http/outbound/outbound.ts"
import { shortened, waitMs } from "./ask.ts"
import { wordsOfConnection, wordsOfDiscovery, wordsOfOtherIssuer } from "./failure-words.ts"
import { ByOtherFailure, type Identity, type Provider, type ProviderParts, type Source } from "./provider.ts"

/** How long a discovery document is used: other servers change theirs rarely, and say so nowhere. */
const usedMs = 600_000

interface Kept {
  readonly at: number
  readonly configuration: Promise<Client.Configuration>
}

/** SSO-4: OpenID Connect in general, by openid-client: code flow with PKCE, state and nonce; every signature is checked. */
export function oidcProvider(parts: ProviderParts & { readonly nowMs: () => number }): Provider {
  const kept = new Map<string, Kept>()

  async function configured(source: Source): Promise<Client.Configuration> {
    const key = `${source.id}:${source.version}`
    const known = kept.get(key)
    if (known && parts.nowMs() - known.at < usedMs) return known.configuration
    if (kept.size > 200) kept.clear()
    const configuration = discovered(parts, source)
    kept.set(key, { at: parts.nowMs(), configuration })
    configuration.catch(() => kept.delete(key))
    return configuration
  }

  return {
    async begin(source, { callback, state, nonce, verifier }) {
      return asFailure(async (client) => {
        const configuration = await configured(source)
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: callback,
          scope: scopeFor(configuration),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        })
        mustBeOfTheWeb(address.href, "authorization")
        return address
      })
    },

    async finish(source, { state, nonce, verifier }, answer) {
      return asFailure(async (client) => {
        const configuration = await configured(source)
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new ByOtherFailure("invalid", "there is no id_token")
        const wanted = source.accountClaim || "preferred_username"
        const told = typeof claims[wanted] === "string" && typeof claims["name"] === "string"
        const more =
          told || configuration.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        const identity = identityFrom({ ...more, ...claims }, wanted)
        return tokens.id_token === undefined ? identity : { ...identity, idToken: tokens.id_token }
      })
    },

    async signOut(source, idToken, back) {
      return asFailure(async (client) => {
        const configuration = await configured(source)
        const { end_session_endpoint: endpoint } = configuration.serverMetadata()
        if (endpoint === undefined) return null
        mustBeOfTheWeb(endpoint, "end session")
        return client.buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: back,
          ...(idToken === null ? {} : { id_token_hint: idToken }),
        })
      })
    },

    async check(source) {
      return asFailure(async () => {
        const configuration = await discovered(parts, source)
        const { authorization_endpoint, token_endpoint, jwks_uri, response_types_supported } =
          configuration.serverMetadata()
        const missing = Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })
          .filter(([, value]) => value === undefined)
          .map(([name]) => name)
        if (missing.length > 0)
          throw new ByOtherFailure(
            "invalid",
            `the discovery document lacks ${missing.join(", ")}`,
            `对方的发现文档缺少 ${missing.join("、")}，不能用于登录，请联系对方`,
          )
        if (response_types_supported && !response_types_supported.includes("code"))
          throw new ByOtherFailure(
            "invalid",
            "no response_type=code",
            "对方不支持授权码方式登录（response_type=code），请在对方的后台启用",
          )
        const keys = await viaOutbound(parts)(jwks_uri ?? "", {
          method: "GET",
          headers: {},
          redirect: "manual",
          body: undefined,
          signal: AbortSignal.timeout(waitMs),
        })
        if (keys.status !== 200)
          throw new ByOtherFailure(
            "refused",
            `${jwks_uri}: HTTP ${keys.status}`,
            `读取不到对方的签名公钥（HTTP ${keys.status}），请联系对方`,
          )
        const found = "已读取发现文档和签名公钥；应用标识和密钥在第一次登录时由对方核对"
        return source.signsOutThere && configuration.serverMetadata().end_session_endpoint === undefined
          ? `${found}。对方没有退出地址（end_session_endpoint），退出登录时不能同时退出对方`
          : found
      })
    },
  }
}

function mustBeOfTheWeb(address: string, endpoint: string): void {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ByOtherFailure("invalid", `the ${endpoint} endpoint is no web address`)
}

/** A server may refuse a scope that it does not know, so that of the phone is asked for where it says that it has it. */
function scopeFor(configuration: Client.Configuration): string {
  const hasPhone = configuration.serverMetadata().scopes_supported?.includes("phone") === true
  return hasPhone ? "openid profile email phone" : "openid profile email"
}

async function discovered(parts: ProviderParts, source: Source): Promise<Client.Configuration> {
  const client = await import("openid-client")
  const issuer = new URL(source.address.replace(/\/\.well-known\/openid-configuration$/, ""))
  const configuration = await client.discovery(
    issuer,
    source.clientId,
    { client_secret: source.secret },
    secretAuth(client, source.secret),
    {
      [client.customFetch]: viaOutbound(parts),
      timeout: waitMs / 1000,
      execute: [
        // Not TLS alone, but the other side's key says who it is.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  mustSpeakFor(issuer, configuration.serverMetadata().issuer)
  return configuration
}

/**
 * SSO-4: people are linked by issuer and subject, so a server that may name a foreign issuer signs in as anybody who is linked there.
 * openid-client does not compare the two where the address contains `/.well-known/`, nor for Azure AD B2C.
 */
function mustSpeakFor(address: URL, told: string): void {
  const issuer = URL.canParse(told) ? new URL(told) : null
  const isSame = issuer?.href === address.href
  // The document of all tenants has a template as its issuer; openid-client fills it in from the token and compares then.
  const isEntra = address.origin === "https://login.microsoftonline.com"
  // The issuer names the tenant by its number, the address names it by its name.
  const isB2c = address.hostname.endsWith(".b2clogin.com") && issuer?.origin === address.origin
  if (!isSame && !isEntra && !isB2c)
    throw new ByOtherFailure("invalid", "the issuer is not the address", wordsOfOtherIssuer(shortened(told)))
}

/** As the other side wants it; by the header where it does not say. */
function secretAuth(client: typeof Client, secret: string): Client.ClientAuth {
  const post = client.ClientSecretPost(secret)
  /** Not the library's: it writes `-`, `.` and `_` as `%2D` …, and glewlwyd and others do not read that. */
  const basic: Client.ClientAuth = (_server, { client_id }, _body, headers) =>
    headers.set("authorization", `Basic ${btoa(`${formEncoded(client_id)}:${formEncoded(secret)}`)}`)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isByPost =
      methods?.includes("client_secret_basic") === false && methods.includes("client_secret_post")
    ;(isByPost ? post : basic)(server, ...rest)
  }
}

/** As RFC 6749 wants a client's id and secret in the header (2.3.1), and no letter more encoded than a form has. */
function formEncoded(word: string): string {
  return new URLSearchParams([["", word]]).toString().slice(1)
}

function viaOutbound({ outbound }: ProviderParts): Client.CustomFetch {
  return (address, { method, headers, body, signal }) => {
    if (body !== undefined && body !== null && typeof body !== "string" && !(body instanceof URLSearchParams))
      throw new TypeError("A body that can't be sent")
    return outbound.read(address, {
      method,
      headers,
      encrypts: true,
      ...(body === undefined || body === null ? {} : { body }),
      signal: signal ?? AbortSignal.timeout(waitMs),
    })
  }
}

function identityFrom(claims: Readonly<Record<string, unknown>>, accountClaim: string): Identity {
  const word = (name: string) => (typeof claims[name] === "string" ? claims[name] : "")
  return {
    authority: `oidc ${word("iss")}`,
    subject: word("sub"),
    name: word("name") || word("nickname"),
    account: word(accountClaim),
    mail: claims["email_verified"] === true ? word("email") || null : null,
    phone: claims["phone_number_verified"] === true ? word("phone_number") || null : null,
  }
}

/** What openid-client throws, in our words. Its messages name rules and no values. */
async function asFailure<T>(work: (client: typeof Client) => Promise<T>): Promise<T> {
  const client = await import("openid-client")
  try {
    return await work(client)
  } catch (error) {
    if (error instanceof ByOtherFailure) throw error
    if (isCausedBy(error, (cause) => cause instanceof InnerAddressRefusal))
      throw new ByOtherFailure("inner", "an address of the discovery document")
    if (isCausedBy(error, (cause) => cause instanceof PlainAddressRefusal))
      throw new ByOtherFailure("unreachable", "an http address outside", wordsOfConnection(error))
    if (error instanceof client.AuthorizationResponseError) {
      const isCancelled = error.error === "access_denied" || error.error === "login_required"
      throw new ByOtherFailure(isCancelled ? "cancelled" : "refused", shortened(error.error))
    }
    if (error instanceof client.ResponseBodyError)
      throw new ByOtherFailure("refused", shortened(`${error.error} ${error.error_description ?? ""}`))
    const { code, message } = error as { code?: string; message?: string }
    if (code === "OAUTH_TIMEOUT" || isCausedBy(error, isNetworkError))
      throw new ByOtherFailure(
        "unreachable",
        shortened(`${message}${causeIn(error as Error)}`),
        wordsOfConnection(error) ?? (code === "OAUTH_TIMEOUT" ? wordsOfConnection(timedOut) : null),
      )
    if (error instanceof client.ClientError || error instanceof client.WWWAuthenticateChallengeError)
      throw new ByOtherFailure(
        code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || code === "OAUTH_RESPONSE_IS_NOT_JSON"
          ? "refused"
          : "invalid",
        shortened(`${code} ${message}${causeIn(error)}`),
        wordsOfDiscovery(error),
      )
    throw error
  }
}

const timedOut = Object.assign(new Error("timeout"), { name: "TimeoutError" })

function causeIn({ cause }: Error): string {
  return cause instanceof Error ? `: ${cause.message}` : ""
}

const networkCodes =
  /^(?:E(?:CONN|HOST|NET|AI_|PIPE|PROTO|TIMEDOUT)|ENOTFOUND|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS|ERR_SSL|ERR_ANSWER)/

function isNetworkError(cause: unknown): boolean {
  const { code, name } = cause as { code?: unknown; name?: unknown }
  return (
    (typeof code === "string" && networkCodes.test(code)) || name === "TimeoutError" || name === "AbortError"
  )
}

function isCausedBy(error: unknown, is: (cause: unknown) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (is(at)) return true
  return false
}
