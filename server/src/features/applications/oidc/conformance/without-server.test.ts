import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { providerBase } from "@uc/contract/applications/calls"
import { applicationTrialCalls } from "@uc/contract/applications/trial-calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../../../testing/test-app.ts"
import { grantFor } from "../../../../testing/test-danger.ts"
import {
  addApplication,
  Browser,
  callback,
  listening,
  relyingParty,
  type ApplicationInput,
} from "../../../../testing/oidc/test-relying-party.ts"

let app: TestApp
let base: string
let head: TestClient
let teacher: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  base = await listening(app)
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

const site = new URL(callback).origin

async function added(more: ApplicationInput = {}) {
  const { entry } = await addApplication(app, head, { name: "网页应用", isPublic: true, ...more })
  return { entry, party: await relyingParty(base, entry, client.None()) }
}

const browserOf = ({ headers }: TestClient) => new Browser(base, headers["cookie"])

test("[SSO-12] an application without a server signs people on by PKCE alone, and renews its tokens", async () => {
  const { entry, party } = await added()
  expect(entry).toMatchObject({ isPublic: true, hasSecret: false })
  const given = await (await party.signOn(browserOf(teacher))).tokens()
  expect(given.claims()).toMatchObject({ preferred_username: "teacher-a1" })
  const renewed = await client.refreshTokenGrant(party.config, given.refresh_token ?? "")
  expect(renewed.refresh_token).not.toBe(given.refresh_token)
})

test("[SSO-12] without PKCE, or with another verifier, it gets nothing", async () => {
  const { party } = await added()
  const { url } = await party.begin()
  url.searchParams.delete("code_challenge")
  url.searchParams.delete("code_challenge_method")
  const back = await browserOf(teacher).follow(url)
  expect(back.searchParams.get("error")).toBe("invalid_request")
  const { back: came, flow } = await party.signOn(browserOf(teacher))
  const wrong = { ...flow.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await expect(client.authorizationCodeGrant(party.config, came, wrong)).rejects.toMatchObject({
    error: "invalid_grant",
  })
})

test("[SSO-12] an application with a secret does not get in without it", async () => {
  const { entry } = await addApplication(app, head, { name: "有密钥" })
  const party = await relyingParty(base, entry, client.None())
  const { tokens } = await party.signOn(browserOf(teacher))
  await expect(tokens()).rejects.toMatchObject({ error: "invalid_client" })
})

test("[SSO-12] it has no secret, no keys and no waiver of PKCE, and CAS has no such application", async () => {
  const { entry } = await added({ name: "没有密钥" })
  await grantFor(app, head, "application-secret")
  const secret = head.send(applicationAdminCalls.renewSecret, { id: entry.id, endsOld: false })
  await expect(secret).rejects.toThrow(applicationMessages.noSecretWithoutServer)
  await expect(added({ waivesPkce: true })).rejects.toThrow(applicationMessages.pkceWithoutServer)
  await expect(added({ protocol: "cas" })).rejects.toThrow(applicationMessages.casHasServer)
  await grantFor(app, head, "application")
  const key = { kty: "EC", crv: "P-256", x: "x".repeat(43), y: "y".repeat(43) }
  const keyed = { ...entry, isPublic: undefined, keySet: JSON.stringify({ keys: [key] }) }
  await expect(head.send(applicationAdminCalls.save, keyed)).rejects.toThrow(
    applicationMessages.keysWithoutServer,
  )
})

test("[SSO-12] an application that loses its server loses its secret, and the log and the trial say so", async () => {
  const { entry } = await addApplication(app, head, { name: "改为网页" })
  await grantFor(app, head, "application")
  const saved = await head.send(applicationAdminCalls.save, { ...entry, isPublic: true })
  expect(saved).toMatchObject({ isPublic: true, hasSecret: false, oldSecretUntil: null })
  const { rows } = await app.database.systemDb.execute<{ server: string | null }>(
    sql`select detail->'after'->>'server' as server from audit_log where action = 'applicationAdmin.save'
      and detail->'after'->>'name' = '改为网页' order by id`,
  )
  expect(rows.map(({ server }) => server)).toEqual([null, "没有，不使用密钥"])
  const { steps } = await head.send(applicationTrialCalls.run, { id: entry.id })
  expect(steps.find(({ title }) => title === "应用密钥")).toMatchObject({
    state: "right",
    seen: expect.stringContaining("PKCE") as unknown,
  })
})

test("[SSO-12] scripts of its own site may ask for tokens and claims, those of no other", async () => {
  const { entry, party } = await added({ name: "跨域" })
  const asked = async (origin: string) => {
    const { back, flow } = await party.signOn(browserOf(teacher))
    const answer = await fetch(`${base}${providerBase}/token`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: entry.clientId,
        code: back.searchParams.get("code") ?? "",
        redirect_uri: callback,
        code_verifier: String(flow.checks.pkceCodeVerifier),
      }),
    })
    return {
      answer,
      body: (await answer.json()) as { readonly access_token?: string; readonly error?: string },
    }
  }
  const own = await asked(site)
  expect([own.answer.status, own.answer.headers.get("access-control-allow-origin")]).toEqual([200, site])
  const other = await asked("https://evil.example")
  expect(other.answer.headers.get("access-control-allow-origin")).toBeNull()
  expect(other.body).not.toHaveProperty("access_token")
  const info = async (origin: string) => {
    const headers = { origin, authorization: `Bearer ${own.body.access_token ?? ""}` }
    const { status, headers: got } = await fetch(`${base}${providerBase}/me`, { headers })
    return [status, got.get("access-control-allow-origin")]
  }
  expect(await info(site)).toEqual([200, site])
  expect(await info("https://evil.example")).toEqual([400, null])
})

test("[SSO-12] scripts get no tokens of an application with a secret, not from its own site either", async () => {
  const { entry, secret } = await addApplication(app, head, { name: "服务器" })
  const answer = await fetch(`${base}${providerBase}/token`, {
    method: "POST",
    headers: {
      origin: site,
      authorization: `Basic ${Buffer.from(`${entry.clientId}:${secret}`).toString("base64")}`,
    },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x" }),
  })
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([400, null])
  expect(await answer.json()).toMatchObject({ error: "invalid_request" })
})

test.each(["/token", "/token/revocation", "/me"])(
  "[SSO-12] %s answers a browser that asks ahead",
  async (path) => {
    const answer = await fetch(`${base}${providerBase}${path}`, {
      method: "OPTIONS",
      headers: {
        origin: site,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    })
    expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "authorization",
    ])
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST")
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
  },
)

test.each(["/.well-known/openid-configuration", "/jwks"])(
  "[SSO-12] %s is for scripts, and answers HEAD",
  async (path) => {
    const shown = await fetch(`${base}${providerBase}${path}`, { headers: { origin: site } })
    expect(shown.headers.get("access-control-allow-origin")).toBe(site)
    const looked = await fetch(`${base}${providerBase}${path}`, { method: "HEAD" })
    expect([looked.status, looked.headers.get("content-type"), await looked.text()]).toEqual([
      200,
      shown.headers.get("content-type"),
      "",
    ])
  },
)

test("[SSO-12] a sign-on and a sign-out that come as forms go on as addresses, with the browser's cookies", async () => {
  const { entry, secret } = await addApplication(app, head, { name: "表单" })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const browser = browserOf(await app.as("teacher-a1"))
  const { url, checks } = await party.begin()
  const posted = await fetch(`${base}${providerBase}/auth`, {
    method: "POST",
    redirect: "manual",
    body: url.searchParams,
  })
  expect(posted.status).toBe(303)
  const back = await browser.follow(posted.headers.get("location") ?? "")
  const given = await client.authorizationCodeGrant(party.config, back, checks)
  const leaving = await fetch(`${base}${providerBase}/session/end`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ id_token_hint: given.id_token ?? "", state: "a&b" }),
  })
  expect(leaving.status).toBe(303)
  const page = await browser.get(leaving.headers.get("location") ?? "")
  expect(await page.text()).toContain("您已退出“表单”")
})

test("[SSO-12] a form leads to no other site, twice the same field is refused, and a large one as well", async () => {
  const post = (body: string) =>
    fetch(`${base}${providerBase}/auth`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    })
  const twice = await post("client_id=a&client_id=b&x=%0d%0aLocation:%20https://evil.example")
  expect(twice.headers.get("location")).toBe(
    `${providerBase}/auth?client_id=a&client_id=b&x=%0D%0ALocation%3A+https%3A%2F%2Fevil.example`,
  )
  const answer = await new Browser(base).get(twice.headers.get("location") ?? "")
  expect(answer.status).toBe(400)
  expect((await post(`x=${"x".repeat(9000)}`)).status).toBe(413)
})

test("[SSO-12] the account that an application names is in the address of the login page", async () => {
  const { party } = await added({ name: "带账号" })
  const { back } = await party.signOn(new Browser(base), { login_hint: "teacher+a1 &x=1" })
  const parameters = new URLSearchParams(back.hash.split("?")[1])
  expect(parameters.get("account")).toBe("teacher+a1 &x=1")
  expect(parameters.get("returnUrl")).toMatch(/^\/oidc\/interaction\//)
  const plain = await party.signOn(new Browser(base))
  expect(plain.back.hash).not.toContain("account=")
})
