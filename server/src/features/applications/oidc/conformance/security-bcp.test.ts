import { providerBase } from "@uc/contract/applications/calls"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { ConformanceRun, issuer, readToken, type Tokens } from "../../../../testing/oidc/conformance.ts"
import { callback } from "../../../../testing/oidc/test-relying-party.ts"
import { testApp, type TestApp } from "../../../../testing/test-app.ts"
import { refreshLeewayMs } from "../provider-settings.ts"

let app: TestApp
let op: ConformanceRun
let other: ConformanceRun
let page: ConformanceRun

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({ dateMs: () => Date.now() }, (work) => void clean.push(work as () => Promise<void>))
  op = await ConformanceRun.begin(app, await app.as("teacher-a1"))
  other = await op.withClient({ name: "另一应用" })
  page = await op.withClient({ name: "网页应用", isPublic: true })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  for (const work of clean) await work()
})

const errorOf = (to: URL | null) => to?.searchParams.get("error")
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })

async function refused(
  answer: Awaited<ReturnType<ConformanceRun["redeem"]>>,
  error: string,
  status = 400,
): Promise<void> {
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([status, error])
  expect(answer.headers["cache-control"]).toContain("no-store")
}

/** Named as the suite's modules of FAPI and OAuth 2.1 name what RFC 9700 asks for; the rest by its section. */
const cases: readonly (readonly [string, () => Promise<void>])[] = [
  [
    "ensure-request-without-pkce-fails",
    async () => {
      const { to } = await op.authorize({ code_challenge: undefined, code_challenge_method: undefined })
      expect(errorOf(to)).toBe("invalid_request")
    },
  ],
  [
    "ensure-request-with-plain-pkce-fails",
    async () => {
      const { to } = await op.authorize({ code_challenge: "c".repeat(43), code_challenge_method: "plain" })
      expect(errorOf(to)).toBe("invalid_request")
    },
  ],
  [
    "ensure-pkce-challenge-method-default-fails",
    async () => {
      // Left out it means plain.
      expect(errorOf((await op.authorize({ code_challenge_method: undefined })).to)).toBe("invalid_request")
    },
  ],
  [
    "ensure-pkce-code-verifier-required",
    async () => refused(await op.redeem(await op.authorize(), { code_verifier: undefined }), "invalid_grant"),
  ],
  [
    "incorrect-pkce-code-verifier-rejected",
    async () =>
      refused(await op.redeem(await op.authorize(), { code_verifier: "w".repeat(43) }), "invalid_grant"),
  ],
  [
    "rfc9700-2.1.1-pkce-downgrade",
    async () => {
      const older = await op.withClient({ name: "旧系统", waivesPkce: true })
      const began = await older.authorize({ code_challenge: undefined, code_challenge_method: undefined })
      expect(began.to?.searchParams.has("code")).toBe(true)
      await refused(await older.redeem(began), "invalid_grant")
    },
  ],
  [
    "rfc9700-2.1.1-public-client-without-pkce",
    async () => {
      const { to } = await page.authorize({ code_challenge: undefined, code_challenge_method: undefined })
      expect(errorOf(to)).toBe("invalid_request")
    },
  ],
  [
    "rfc9700-2.1.1-public-client-with-pkce",
    async () => {
      const began = await page.authorize()
      const id = { client_id: page.client.entry.clientId }
      expect((await page.redeem(began, id, {})).statusCode).toBe(200)
    },
  ],
  [
    "rfc9700-2.1.2-no-implicit-grant",
    async () => {
      const { to } = await op.authorize({ response_type: "token" })
      expect(`${to?.search ?? ""}${to?.hash ?? ""}`).not.toContain("access_token=")
    },
  ],
  [
    "rfc9700-2.4-no-password-grant",
    async () =>
      refused(
        await op.redeem(await op.authorize(), {
          grant_type: "password",
          username: "teacher-a1",
          password: "x",
        }),
        "unsupported_grant_type",
      ),
  ],
  [
    "no-client-credentials-grant",
    async () =>
      refused(
        await op.redeem(await op.authorize(), { grant_type: "client_credentials" }),
        "unsupported_grant_type",
      ),
  ],
  [
    "ensure-authorization-code-is-bound-to-client",
    async () => refused(await other.redeem(await op.authorize()), "invalid_grant"),
  ],
  [
    "ensure-authorization-code-is-bound-to-redirect-uri",
    async () =>
      refused(await op.redeem(await op.authorize(), { redirect_uri: `${callback}/x` }), "invalid_grant"),
  ],
  [
    "ensure-redirect-uri-in-token-request",
    async () =>
      refused(await op.redeem(await op.authorize(), { redirect_uri: undefined }), "invalid_request"),
  ],
  [
    "ensure-authorization-code-expires",
    async () => {
      const began = await op.authorize()
      later(61_000)
      await refused(await op.redeem(began), "invalid_grant")
    },
  ],
  [
    "rfc6749-4.1.2-reused-code-ends-refresh-token",
    async () => {
      const began = await op.authorize()
      const { refresh_token: token } = (await op.redeem(began)).json<Tokens>()
      await op.redeem(began)
      await refused(await op.renew(token), "invalid_grant")
    },
  ],
  [
    "ensure-client-secret-required",
    async () => {
      const id = { client_id: op.client.entry.clientId }
      await refused(await op.redeem(await op.authorize(), id, {}), "invalid_client", 401)
    },
  ],
  [
    "ensure-wrong-client-secret-fails",
    async () => {
      const basic = Buffer.from(`${op.client.entry.clientId}:wrong`).toString("base64")
      const answer = await op.redeem(await op.authorize(), {}, { authorization: `Basic ${basic}` })
      await refused(answer, "invalid_client", 401)
      expect(answer.headers["www-authenticate"]).toMatch(/^Basic /)
    },
  ],
  [
    "ensure-two-client-authentications-fail",
    async () => {
      const { secret } = op.client
      await refused(await op.redeem(await op.authorize(), { client_secret: secret }), "invalid_request")
    },
  ],
  [
    "ensure-unknown-client-fails",
    async () => {
      const { to, answer } = await op.authorize({ client_id: "nobody" })
      expect([to, answer.statusCode]).toEqual([null, 400])
    },
  ],
  [
    "ensure-request-with-duplicate-parameter-fails",
    async () => {
      const { to, answer } = await op.authorize({}, "&scope=openid")
      expect(errorOf(to) ?? String(answer.statusCode)).toMatch(/^(invalid_request|400)$/)
      const twice = await op.authorize({}, `&redirect_uri=${encodeURIComponent("https://evil.example/")}`)
      expect(twice.to?.origin ?? null).toBeNull()
    },
  ],
  [
    "rfc9700-4.1.3-exact-redirect-uri",
    async () => {
      for (const address of [
        `${callback}/`,
        `${callback}?x=1`,
        callback.toUpperCase(),
        `${callback}/../callback`,
      ])
        expect((await op.authorize({ redirect_uri: address })).to).toBeNull()
    },
  ],
  [
    "rfc9700-4.4-mix-up-iss",
    async () => {
      expect((await op.authorize()).to?.searchParams.get("iss")).toBe(issuer)
      expect((await op.authorize({ response_type: undefined })).to?.searchParams.get("iss")).toBe(issuer)
    },
  ],
  [
    "rfc9700-4.12-redirect-is-not-307",
    async () => {
      const posted = await op.post("/auth", { client_id: op.client.entry.clientId })
      expect(posted.statusCode).toBe(303)
      expect([302, 303]).toContain((await op.authorize()).answer.statusCode)
    },
  ],
  [
    "rfc9700-4.14-refresh-token-rotation",
    async () => {
      const { tokens } = await op.signOn()
      const renewed = (await op.renew(tokens.refresh_token)).json<Tokens>()
      expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    },
  ],
  [
    "rfc9700-4.14-refresh-token-replay-ends-grant",
    async () => {
      const { tokens } = await op.signOn()
      const renewed = (await op.renew(tokens.refresh_token)).json<Tokens>()
      later(refreshLeewayMs + 1)
      await refused(await op.renew(tokens.refresh_token), "invalid_grant")
      await refused(await op.renew(renewed.refresh_token), "invalid_grant")
    },
  ],
  [
    "ensure-refresh-token-is-bound-to-client",
    async () => {
      const { tokens } = await op.signOn()
      await refused(await other.renew(tokens.refresh_token), "invalid_grant")
    },
  ],
  [
    "ensure-refresh-token-widens-no-scope",
    async () => {
      const { tokens } = await op.signOn({ scope: "openid" })
      await refused(await op.renew(tokens.refresh_token, { scope: "openid profile" }), "invalid_scope")
    },
  ],
  [
    "rfc7009-revocation",
    async () => {
      const { tokens } = await op.signOn()
      expect((await op.revoke(tokens.refresh_token)).statusCode).toBe(200)
      await refused(await op.renew(tokens.refresh_token), "invalid_grant")
      expect((await op.userinfo(tokens.access_token)).statusCode).toBe(401)
    },
  ],
  [
    "rfc7009-revocation-of-unknown-token",
    async () => {
      expect((await op.revoke("x".repeat(43))).statusCode).toBe(200)
    },
  ],
  [
    "rfc7009-revocation-needs-client",
    async () => {
      const { tokens } = await op.signOn()
      expect((await op.revoke(tokens.access_token, { authorization: "" })).statusCode).toBeGreaterThanOrEqual(
        400,
      )
      expect((await op.userinfo(tokens.access_token)).statusCode).toBe(200)
    },
  ],
  [
    "rfc6750-2.3-no-token-in-address",
    async () => {
      const { tokens } = await op.signOn()
      const answer = await op.get(`${providerBase}/me?access_token=${tokens.access_token}`)
      expect(answer.statusCode).toBe(400)
    },
  ],
  [
    "ensure-access-token-expires",
    async () => {
      const { tokens } = await op.signOn()
      // The library allows clocks to differ by 15 seconds.
      later(616_000)
      expect((await op.userinfo(tokens.access_token)).statusCode).toBe(401)
    },
  ],
  [
    "ensure-id-token-is-no-access-token",
    async () => {
      const { tokens } = await op.signOn()
      expect((await op.userinfo(tokens.id_token)).statusCode).toBe(401)
      expect(readToken(tokens.id_token).claims["aud"]).toBe(op.client.entry.clientId)
    },
  ],
  [
    "ensure-code-is-random",
    async () => {
      const codes = [await op.authorize(), await op.authorize()].map(
        ({ to }) => to?.searchParams.get("code") ?? "",
      )
      expect(new Set(codes).size).toBe(2)
      // 128 bits at least, in base64url.
      for (const code of codes) expect(code).toMatch(/^[\w-]{22,}$/)
    },
  ],
  [
    "rfc9700-4.16-no-frames",
    async () => {
      const { answer } = await op.authorize({ redirect_uri: "https://evil.example/" })
      expect(answer.headers["x-frame-options"]).toBe("SAMEORIGIN")
      expect(answer.headers["content-security-policy"]).toContain("default-src")
      expect(answer.headers["referrer-policy"]).toBe("no-referrer")
    },
  ],
  [
    "oauth-browser-based-apps-cors",
    async () => {
      const id = { client_id: page.client.entry.clientId }
      const asked = async (origin: string) =>
        (await page.redeem(await page.authorize(), id, { origin })).headers["access-control-allow-origin"]
      expect(await asked(new URL(callback).origin)).toBe(new URL(callback).origin)
      expect(await asked("https://evil.example")).toBeUndefined()
      expect(
        (await page.get(`${providerBase}/auth`, { origin: "https://evil.example" })).headers,
      ).not.toHaveProperty("access-control-allow-origin")
    },
  ],
]

test.each(cases)("[SSO-1] the provider passes %s of the security profiles", async (_name, run) => {
  await run()
})
