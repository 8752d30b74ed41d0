import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../../../testing/test-app.ts"
import { callback } from "../../../../testing/oidc/test-relying-party.ts"
import {
  ConformanceRun,
  isSignedBy,
  issuer,
  readToken,
  type Parameters,
  type Tokens,
} from "../../../../testing/oidc/conformance.ts"

let app: TestApp
let teacher: TestClient
let op: ConformanceRun
let nobody: ConformanceRun

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  teacher = await app.as("teacher-a1")
  op = await ConformanceRun.begin(app, teacher)
  nobody = await ConformanceRun.begin(app, null, { name: "没有登录" })
})
afterAll(async () => {
  for (const work of clean) await work()
})

const errorOf = (to: URL | null) => to?.searchParams.get("error")
const asksAPerson = (to: URL | null) =>
  expect(`${to?.pathname ?? ""}${to?.hash ?? ""}`).toMatch(/\/oidc\/interaction\/|#\/(newLogin|signOn)/)

async function signsOnWith(more: Parameters): Promise<void> {
  const { tokens } = await op.signOn(more)
  expect(readToken(tokens.id_token).claims).toHaveProperty("sub")
}

async function proven(hoursAgo: number): Promise<void> {
  await app.database.systemDb.execute(
    sql`update session set created_at = now() - make_interval(hours => ${hoursAgo}::int)`,
  )
}

/** As the modules of the plan `oidcc-basic-certification-test-plan` are named. */
const cases: readonly (readonly [string, () => Promise<void>])[] = [
  [
    "oidcc-server",
    async () => {
      const { began, tokens } = await op.signOn()
      expect(began.to?.searchParams.get("state")).toBe(began.state)
      expect(began.to?.searchParams.get("iss")).toBe(issuer)
      expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 600, scope: "openid profile" })
      const { header, claims } = readToken(tokens.id_token)
      expect(header["alg"]).toBe("RS256")
      expect(claims).toMatchObject({ iss: issuer, aud: op.client.entry.clientId, nonce: began.nonce })
      expect(Number(claims["exp"]) - Number(claims["iat"])).toBe(600)
      expect(isSignedBy(await op.keys(), tokens.id_token)).toBe(true)
    },
  ],
  [
    "oidcc-response-type-missing",
    async () => {
      const { to, state } = await op.authorize({ response_type: undefined })
      expect([errorOf(to), to?.searchParams.get("state")]).toEqual(["invalid_request", state])
    },
  ],
  [
    "oidcc-idtoken-signature",
    async () => {
      const { tokens } = await op.signOn()
      const [header, , signature] = tokens.id_token.split(".")
      const forged = Buffer.from(JSON.stringify({ ...readToken(tokens.id_token).claims, sub: "1" })).toString(
        "base64url",
      )
      expect(isSignedBy(await op.keys(), `${header}.${forged}.${signature}`)).toBe(false)
    },
  ],
  [
    "oidcc-userinfo-get",
    async () => {
      const { tokens } = await op.signOn()
      const answer = await op.userinfo(tokens.access_token)
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
        200,
        expect.stringContaining("application/json"),
      ])
      expect(answer.json()).toMatchObject({
        sub: readToken(tokens.id_token).claims["sub"],
        preferred_username: "teacher-a1",
      })
    },
  ],
  [
    "oidcc-userinfo-post-header",
    async () => {
      const { tokens } = await op.signOn()
      const answer = await op.post("/me", {}, { authorization: `Bearer ${tokens.access_token}` })
      expect(answer.json()).toMatchObject({ preferred_username: "teacher-a1" })
    },
  ],
  [
    "oidcc-userinfo-post-body",
    async () => {
      const { tokens } = await op.signOn()
      const answer = await op.post("/me", { access_token: tokens.access_token })
      expect(answer.json()).toMatchObject({ preferred_username: "teacher-a1" })
    },
  ],
  [
    "oidcc-ensure-request-without-nonce-succeeds-for-code-flow",
    async () => {
      const { tokens } = await op.signOn({ nonce: undefined })
      expect(readToken(tokens.id_token).claims).not.toHaveProperty("nonce")
    },
  ],
  [
    "oidcc-scope-profile",
    async () => {
      const { tokens } = await op.signOn({ scope: "openid profile" })
      expect((await op.userinfo(tokens.access_token)).json()).toMatchObject({
        name: expect.any(String) as string,
      })
      const bare = await op.signOn({ scope: "openid" })
      const info = (await op.userinfo(bare.tokens.access_token)).json<object>()
      expect(Object.keys(info)).toEqual(["sub"])
    },
  ],
  [
    "oidcc-scope-email",
    async () => {
      await app.database.systemDb.execute(
        sql`update person set email = 'lao.shi@school.cn' where account = 'teacher-a1'`,
      )
      const knows = await op.withClient({ name: "知道邮箱", claims: ["email"] })
      const { tokens } = await knows.signOn({ scope: "openid email" })
      expect((await knows.userinfo(tokens.access_token)).json()).toMatchObject({
        email: "lao.shi@school.cn",
        email_verified: false,
      })
      expect((await op.discovery())["scopes_supported"]).toContain("email")
      // Without the tick it is left out, and the sign-on goes on.
      const without = await op.signOn({ scope: "openid email" })
      expect(without.tokens.scope).toBe("openid")
    },
  ],
  [
    "oidcc-scope-address",
    async () => {
      const { to } = await op.authorize({ scope: "openid address" })
      expect((await op.discovery())["scopes_supported"]).not.toContain("address")
      expect(to?.searchParams.has("code") === true || errorOf(to) === "invalid_scope").toBe(true)
    },
  ],
  [
    "oidcc-scope-phone",
    async () => {
      await app.database.systemDb.execute(
        sql`update person set phone = '13900000009' where account = 'teacher-a1'`,
      )
      const knows = await op.withClient({ name: "知道手机号", claims: ["phone"] })
      const { tokens } = await knows.signOn({ scope: "openid phone" })
      expect((await knows.userinfo(tokens.access_token)).json()).toMatchObject({
        phone_number: "13900000009",
      })
      expect((await op.signOn({ scope: "openid phone" })).tokens.scope).toBe("openid")
    },
  ],
  [
    "oidcc-scope-all",
    async () => {
      const { scopes_supported: scopes } = await op.discovery()
      const knows = await op.withClient({ name: "知道全部", claims: ["account", "name", "phone"] })
      const { tokens } = await knows.signOn({ scope: (scopes as string[]).join(" ") })
      expect((await knows.userinfo(tokens.access_token)).json()).toMatchObject({
        preferred_username: "teacher-a1",
        name: expect.any(String) as string,
      })
    },
  ],
  [
    "oidcc-ensure-other-scope-order-succeeds",
    async () => {
      const { tokens } = await op.signOn({ scope: "profile openid" })
      expect(readToken(tokens.id_token).claims).toHaveProperty("sub")
    },
  ],
  ["oidcc-display-page", () => signsOnWith({ display: "page" })],
  ["oidcc-display-popup", () => signsOnWith({ display: "popup" })],
  [
    "oidcc-prompt-login",
    async () => {
      await proven(1)
      const { to } = await op.authorize({ prompt: "login" })
      expect(to?.searchParams.has("code")).toBe(false)
      asksAPerson(to)
    },
  ],
  [
    "oidcc-prompt-none-not-logged-in",
    async () => {
      const { to, state } = await nobody.authorize({ prompt: "none" })
      expect(`${to?.origin ?? ""}${to?.pathname ?? ""}`).toBe(callback)
      expect([errorOf(to), to?.searchParams.get("state")]).toEqual(["login_required", state])
    },
  ],
  [
    "oidcc-prompt-none-logged-in",
    async () => {
      const first = await op.signOn()
      const { tokens } = await op.signOn({ prompt: "none" })
      expect(readToken(tokens.id_token).claims["sub"]).toBe(readToken(first.tokens.id_token).claims["sub"])
    },
  ],
  [
    "oidcc-max-age-1",
    async () => {
      await proven(1)
      const { to } = await op.authorize({ max_age: "1" })
      expect(to?.searchParams.has("code")).toBe(false)
      asksAPerson(to)
    },
  ],
  [
    "oidcc-max-age-10000",
    async () => {
      await proven(1)
      const first = readToken((await op.signOn({ max_age: "10000" })).tokens.id_token).claims
      const second = readToken((await op.signOn({ max_age: "10000" })).tokens.id_token).claims
      expect(first["auth_time"]).toBe(second["auth_time"])
      expect(Number(first["iat"]) - Number(first["auth_time"])).toBeGreaterThanOrEqual(3600)
    },
  ],
  [
    "oidcc-ensure-request-with-unknown-parameter-succeeds",
    async () => {
      const { tokens } = await op.signOn({ extra: "foobar" })
      expect(readToken(tokens.id_token).claims).not.toHaveProperty("extra")
    },
  ],
  [
    "oidcc-id-token-hint",
    async () => {
      const first = await op.signOn()
      const hint = first.tokens.id_token
      const again = await op.signOn({ prompt: "none", id_token_hint: hint })
      expect(readToken(again.tokens.id_token).claims["sub"]).toBe(readToken(hint).claims["sub"])
      const other = await ConformanceRun.begin(app, await app.as("head-a1"), { name: "另一人" })
      const theirs = (await other.signOn()).tokens.id_token
      const { to } = await other.authorize({ prompt: "none", id_token_hint: hint })
      expect(errorOf(to)).toMatch(/^(login_required|invalid_request)$/)
      expect(readToken(theirs).claims["sub"]).not.toBe(readToken(hint).claims["sub"])
    },
  ],
  [
    "oidcc-login-hint",
    async () => {
      const { tokens } = await op.signOn({ login_hint: "bob@example.com" })
      expect(readToken(tokens.id_token).claims).toHaveProperty("sub")
      const { to } = await nobody.authorize({ login_hint: "teacher-a1" })
      const page = await nobody.get(to?.pathname ?? "")
      expect(String(page.headers.location)).toContain("account=teacher-a1")
    },
  ],
  ["oidcc-ui-locales", () => signsOnWith({ ui_locales: "se en" })],
  ["oidcc-claims-locales", () => signsOnWith({ claims_locales: "se en" })],
  [
    "oidcc-ensure-request-with-acr-values-succeeds",
    async () => {
      const { acr_values_supported: supported } = await op.discovery()
      expect(supported).toContain("session")
      const { tokens } = await op.signOn({ acr_values: "session" })
      expect(readToken(tokens.id_token).claims["acr"]).toBe("session")
    },
  ],
  [
    "oidcc-codereuse",
    async () => {
      const began = await op.authorize()
      expect((await op.redeem(began)).statusCode).toBe(200)
      const again = await op.redeem(began)
      expect([again.statusCode, again.json<object>()]).toEqual([
        400,
        expect.objectContaining({ error: "invalid_grant" }),
      ])
    },
  ],
  [
    "oidcc-codereuse-30seconds",
    async () => {
      const began = await op.authorize()
      const tokens = (await op.redeem(began)).json<Tokens>()
      await op.redeem(began)
      expect((await op.userinfo(tokens.access_token)).statusCode).toBe(401)
    },
  ],
]

test.each(cases)("[SSO-1] the provider passes %s of Basic OP", async (_name, run) => {
  await run()
})
