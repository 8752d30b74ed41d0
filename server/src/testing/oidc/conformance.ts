import { createHash, createPublicKey, randomBytes, verify, type JsonWebKey } from "node:crypto"
import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { providerBase } from "@uc/contract/applications/calls"
import type { LightMyRequestResponse } from "fastify"
import type { TestApp, TestClient } from "../test-app.ts"
import { addApplication, callback, type ApplicationInput } from "./test-relying-party.ts"

export type Parameters = Readonly<Record<string, string | undefined>>

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
}

/** An application as the test suite of the OpenID Foundation plays one: every parameter can be left out or falsified. */
interface TriedClient {
  readonly entry: ListedApplication
  readonly secret: string
}

interface Began {
  readonly answer: LightMyRequestResponse
  /** Where the browser was sent; null: it was shown a page. */
  readonly to: URL | null
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

const host = "localhost"
export const issuer = `http://${host}${providerBase}`

function sent(parameters: Parameters): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(given).toString()
}

export class ConformanceRun {
  readonly #app: TestApp
  readonly #cookies = new Map<string, string>()
  readonly client: TriedClient

  private constructor(app: TestApp, client: TriedClient, cookie: string) {
    this.#app = app
    this.client = client
    this.#keep(cookie.split("; "))
  }

  /** `person`: whose browser it is; null: nobody is signed in there. */
  static async begin(
    app: TestApp,
    person: TestClient | null,
    more: ApplicationInput = {},
  ): Promise<ConformanceRun> {
    const client = await addApplication(app, await app.as("head-a1"), more)
    return new ConformanceRun(app, client, person?.headers["cookie"] ?? "")
  }

  /** The same browser with another application. */
  async withClient(more: ApplicationInput): Promise<ConformanceRun> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const client = await addApplication(this.#app, await this.#app.as("head-a1"), more)
    return new ConformanceRun(this.#app, client, cookie)
  }

  #keep(pairs: readonly string[]): void {
    for (const pair of pairs)
      if (pair !== "") this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await this.#app.app.inject({ url: path, headers: { host, cookie, ...headers } })
    this.#keep([answer.headers["set-cookie"] ?? []].flat().map((set) => set.split(";")[0] ?? ""))
    return answer
  }

  async post(path: string, form: Parameters, headers: Record<string, string> = {}) {
    const payload = sent(form)
    const type = { "content-type": "application/x-www-form-urlencoded" }
    return this.#app.app.inject({
      method: "POST",
      url: `${providerBase}${path}`,
      headers: { host, ...(payload === "" ? { "content-length": "0" } : type), ...headers },
      payload,
    })
  }

  async discovery(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.get(`${providerBase}/.well-known/openid-configuration`)).json()
  }

  async keys(): Promise<readonly (JsonWebKey & Record<string, unknown>)[]> {
    return (await this.get(`${providerBase}/jwks`)).json<{ keys: JsonWebKey[] }>().keys
  }

  /** What is undefined is left out of the request. */
  async authorize(more: Parameters = {}, extra = ""): Promise<Began> {
    const verifier = randomBytes(32).toString("base64url")
    const [state, nonce] = [randomBytes(9).toString("hex"), randomBytes(9).toString("hex")]
    const query = sent({
      client_id: this.client.entry.clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid profile",
      state,
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...more,
    })
    const answer = await this.get(`${providerBase}/auth?${query}${extra}`)
    const location = answer.headers.location
    return { answer, to: location === undefined ? null : new URL(location, issuer), verifier, state, nonce }
  }

  #basic(): Record<string, string> {
    const { entry, secret } = this.client
    return { authorization: `Basic ${Buffer.from(`${entry.clientId}:${secret}`).toString("base64")}` }
  }

  async redeem({ to, verifier }: Began, more: Parameters = {}, headers = this.#basic()) {
    return this.post(
      "/token",
      {
        grant_type: "authorization_code",
        code: to?.searchParams.get("code") ?? undefined,
        redirect_uri: callback,
        code_verifier: verifier,
        ...more,
      },
      headers,
    )
  }

  async renew(token: string, more: Parameters = {}) {
    return this.post("/token", { grant_type: "refresh_token", refresh_token: token, ...more }, this.#basic())
  }

  async revoke(token: string, headers = this.#basic()) {
    return this.post("/token/revocation", { token }, headers)
  }

  /** A sign-on from its beginning to its tokens. */
  async signOn(more: Parameters = {}): Promise<{ readonly began: Began; readonly tokens: Tokens }> {
    const began = await this.authorize(more)
    const answer = await this.redeem(
      began,
      "redirect_uri" in more ? { redirect_uri: more["redirect_uri"] } : {},
    )
    if (answer.statusCode !== 200)
      throw new Error(`No tokens: ${began.to?.href ?? began.answer.body} ${answer.body}`)
    return { began, tokens: answer.json<Tokens>() }
  }

  async userinfo(token: string): Promise<LightMyRequestResponse> {
    return this.get(`${providerBase}/me`, { authorization: `Bearer ${token}` })
  }
}

interface ReadToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

export function readToken(token: string): ReadToken {
  const [header = "", claims = ""] = token.split(".")
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as ReadToken["claims"]
  return { header: read(header), claims: read(claims) }
}

/** Whether one of the published keys has signed it: the one that its header names. */
export function isSignedBy(keys: readonly (JsonWebKey & Record<string, unknown>)[], token: string): boolean {
  const [header = "", claims = "", signature = ""] = token.split(".")
  const key = keys.find(({ kid }) => kid === readToken(token).header["kid"])
  if (!key) return false
  return verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    createPublicKey({ key, format: "jwk" }),
    Buffer.from(signature, "base64url"),
  )
}
