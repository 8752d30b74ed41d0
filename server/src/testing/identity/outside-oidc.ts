import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto"
import { json, serveOutside, type Outside } from "./serve-outside.ts"

export const clientId = "portal"
export const clientSecret = "outside secret"

type Claims = Record<string, unknown>
interface Spoilt {
  /** Over what a right token would say. */
  readonly claims?: Claims
  readonly signedBy?: "key" | "another" | "none" | "public key as secret"
  readonly discovery?: Claims
  readonly token?: (asked: URLSearchParams) => { readonly status: number; readonly body: unknown } | undefined
}

export interface OutsideOidc extends Outside {
  /** Whoever is signed in there; what is wrong with the next answers. */
  who: Claims
  spoilt: Spoilt
  /** What a browser that signed out there brought along; null: none has. */
  signedOutWith: URLSearchParams | null
  /** As somebody who signs in there: where the browser is sent back to. */
  signIn(address: string | URL): URL
}

/** For tests: an OpenID Connect provider of our own whose answers can be spoilt, one by one. */
export async function outsideOidc(): Promise<OutsideOidc> {
  const [right, another] = [keyPair(), keyPair()]
  /** By code: what was asked for. */
  const codes = new Map<string, URLSearchParams>()
  let count = 0
  const outside = await serveOutside((origin) => ({ url, headers, body }, response) => {
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json(response, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          authorization_response_iss_parameter_supported: true,
          ...state.spoilt.discovery,
        })
      // A browser: whoever is signed in there comes back at once.
      case "/authorize":
        response.writeHead(302, { location: state.signIn(url).href }).end()
        return undefined
      // A browser that signs out there comes back at once.
      case "/logout":
        state.signedOutWith = url.searchParams
        response.writeHead(302, { location: url.searchParams.get("post_logout_redirect_uri") ?? "/" }).end()
        return undefined
      case "/jwks":
        return json(response, {
          keys: [{ ...right.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
        })
      case "/token": {
        const given = new URLSearchParams(body)
        const refused = state.spoilt.token?.(given)
        if (refused) return json(response, refused.body, refused.status)
        const asked = codes.get(given.get("code") ?? "")
        codes.delete(given.get("code") ?? "")
        const basic = Buffer.from(headers.authorization?.slice(6) ?? "", "base64").toString()
        if (basic !== `${clientId}:${clientSecret.replace(" ", "+")}`)
          return json(response, { error: "invalid_client" }, 401)
        if (!asked || asked.get("redirect_uri") !== given.get("redirect_uri"))
          return json(response, { error: "invalid_grant" }, 400)
        const now = Math.floor(Date.now() / 1000)
        const claims = {
          iss: origin,
          aud: clientId,
          iat: now,
          exp: now + 300,
          nonce: asked.get("nonce"),
          ...state.who,
          ...state.spoilt.claims,
        }
        return json(response, {
          access_token: "opaque",
          token_type: "Bearer",
          expires_in: 300,
          id_token: signed(claims, state.spoilt.signedBy ?? "key", { right, another }),
        })
      }
      default:
        return json(response, {}, 404)
    }
  })
  const state: OutsideOidc = {
    ...outside,
    who: { sub: "u-1", name: "张三", preferred_username: "zhangsan" },
    spoilt: {},
    signedOutWith: null,
    signIn(address) {
      const asked = new URL(address).searchParams
      const code = `code-${++count}`
      codes.set(code, asked)
      const back = new URL(asked.get("redirect_uri") ?? "")
      back.searchParams.set("code", code)
      back.searchParams.set("state", asked.get("state") ?? "")
      back.searchParams.set("iss", outside.origin)
      return back
    },
  }
  return state
}

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

function keyPair(): Pair {
  return generateKeyPairSync("rsa", { modulusLength: 2048 })
}

function signed(
  claims: Claims,
  by: NonNullable<Spoilt["signedBy"]>,
  { right, another }: { readonly right: Pair; readonly another: Pair },
): string {
  const alg = { key: "RS256", another: "RS256", none: "none", "public key as secret": "HS256" }[by]
  const text = [{ alg, kid: "1", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  if (by === "none") return `${text}.`
  const pem = right.publicKey.export({ format: "pem", type: "spki" })
  const signature =
    by === "public key as secret"
      ? createHmac("sha256", pem).update(text).digest()
      : createSign("sha256")
          .update(text)
          .sign((by === "key" ? right : another).privateKey)
  return `${text}.${signature.toString("base64url")}`
}
