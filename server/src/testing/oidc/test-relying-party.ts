import {
  applicationAdminCalls,
  usesSecret,
  type ListedApplication,
} from "@uc/contract/applications/admin-calls"
import { defaultApplicationClaims } from "@uc/contract/applications/application-claims"
import type { InputOf } from "@uc/contract/core/call"
import * as client from "openid-client"
import { grantFor } from "../test-danger.ts"
import type { TestApp, TestClient } from "../test-app.ts"

export const callback = "https://oa.canary.example/callback"

export const plainApplication = {
  protocol: "oidc",
  name: "办公系统",
  icon: "apps",
  homeAddress: "https://oa.canary.example/",
  redirectAddresses: [callback],
  logoutAddresses: ["https://oa.canary.example/bye"],
  backchannelAddress: null,
  claims: [...defaultApplicationClaims],
  isOwn: true,
  isForBelow: false,
  minAdmintype: 0,
  roles: [],
  keySet: null,
  waivesPkce: false,
  isPublic: false,
  isDisabled: false,
} as const satisfies InputOf<typeof applicationAdminCalls.save>

export type ApplicationInput = Partial<InputOf<typeof applicationAdminCalls.save>>

export async function addApplication(
  app: TestApp,
  head: TestClient,
  more: ApplicationInput = {},
): Promise<{ readonly entry: ListedApplication; readonly secret: string }> {
  await grantFor(app, head, "application")
  const entry = await head.send(applicationAdminCalls.save, {
    ...plainApplication,
    redirectAddresses: [...plainApplication.redirectAddresses],
    logoutAddresses: [...plainApplication.logoutAddresses],
    claims: [...plainApplication.claims],
    roles: [],
    ...more,
  })
  if (!usesSecret(entry)) return { entry, secret: "" }
  await grantFor(app, head, "application-secret")
  const { application, secret } = await head.send(applicationAdminCalls.renewSecret, {
    id: entry.id,
    endsOld: false,
  })
  return { entry: application, secret }
}

/** A browser with the portal's cookies: it follows nothing by itself, and keeps what it is given. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #base: string

  constructor(base: string, cookie = "") {
    this.#base = base
    this.take(cookie)
  }

  /** Cookies that it got elsewhere, as by signing in. */
  take(cookie: string): void {
    for (const pair of cookie.split("; ").filter((each) => each !== "")) this.#keep(pair)
  }

  /** Empty: it has none of that name. */
  cookie(name: string): string {
    return this.#cookies.get(name) ?? ""
  }

  #keep(pair: string): void {
    const at = pair.indexOf("=")
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }

  async get(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(new URL(address, this.#base), {
      redirect: "manual",
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string> | undefined) },
    })
    for (const set of answer.headers.getSetCookie()) this.#keep(set.split(";")[0] ?? "")
    return answer
  }

  /** Until the site is left or a page is shown; gives where it was sent last, or the page's own address. */
  async follow(address: string | URL): Promise<URL> {
    let at = new URL(address, this.#base)
    for (let hop = 0; hop < 10; hop++) {
      const answer = await this.get(at)
      const location = answer.headers.get("location")
      await answer.arrayBuffer()
      if (location === null) return at
      at = new URL(location, at)
      if (at.origin !== new URL(this.#base).origin || at.hash !== "") return at
    }
    throw new Error("Too many redirects")
  }
}

export interface Flow {
  readonly config: client.Configuration
  readonly url: URL
  readonly checks: client.AuthorizationCodeGrantChecks
}

export class RelyingParty {
  readonly base: string
  readonly config: client.Configuration

  constructor(base: string, config: client.Configuration) {
    this.base = base
    this.config = config
  }

  get clientId(): string {
    return this.config.clientMetadata().client_id
  }

  async begin(more: Record<string, string> = {}): Promise<Flow> {
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(this.config, {
      redirect_uri: callback,
      scope: "openid profile",
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
      ...more,
    })
    return {
      config: this.config,
      url,
      checks: {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      },
    }
  }

  /** From the application's button back to the application. */
  async signOn(browser: Browser, more: Record<string, string> = {}) {
    const flow = await this.begin(more)
    const back = await browser.follow(flow.url)
    return { flow, back, tokens: () => client.authorizationCodeGrant(this.config, back, flow.checks) }
  }
}

/** openid-client as the application's server: a client of the protocol that nobody here wrote. */
export async function relyingParty(
  base: string,
  { clientId }: ListedApplication,
  auth: client.ClientAuth,
): Promise<RelyingParty> {
  const config = await client.discovery(new URL(`${base}/oidc`), clientId, undefined, auth, {
    execute: [client.allowInsecureRequests],
  })
  return new RelyingParty(base, config)
}

/** A portal that listens, so that somebody else's client can reach it. */
export async function listening(app: TestApp): Promise<string> {
  return app.app.listen({ port: 0, host: "127.0.0.1" })
}
