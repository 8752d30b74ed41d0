import { accountCalls } from "@uc/contract/account/calls"
import { providerBase } from "@uc/contract/applications/calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import {
  addApplication,
  Browser,
  callback,
  listening,
  relyingParty,
  type ApplicationInput,
  type RelyingParty,
} from "../../../testing/oidc/test-relying-party.ts"
import { refreshLeewayMs } from "./provider-settings.ts"

let app: TestApp
let base: string
let head: TestClient
let teacher: TestClient
let party: RelyingParty

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({ dateMs: () => Date.now() }, (work) => void clean.push(work as () => Promise<void>))
  base = await listening(app)
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
  party = await added()
})
afterAll(async () => {
  for (const work of clean) await work()
})
afterEach(() => vi.useRealTimers())

async function added(more: ApplicationInput = {}): Promise<RelyingParty> {
  const { entry, secret } = await addApplication(app, head, more)
  return relyingParty(base, entry, client.ClientSecretBasic(secret))
}

function browserOf({ headers }: TestClient): Browser {
  return new Browser(base, headers["cookie"])
}

function infoWith(token: string): Promise<Response> {
  return fetch(`${base}${providerBase}/me`, { headers: { authorization: `Bearer ${token}` } })
}

test("[SSO-1] the discovery document has what the vendors' guide names", async () => {
  const answer = await fetch(`${base}${providerBase}/.well-known/openid-configuration`)
  expect(await answer.json()).toMatchObject({
    issuer: `${base}${providerBase}`,
    jwks_uri: `${base}${providerBase}/jwks`,
    userinfo_endpoint: `${base}${providerBase}/me`,
    end_session_endpoint: `${base}${providerBase}/session/end`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [
      "client_secret_basic",
      "client_secret_post",
      "private_key_jwt",
      "none",
    ],
    id_token_signing_alg_values_supported: ["RS256"],
    acr_values_supported: ["session", "reauth"],
    backchannel_logout_supported: true,
  })
})

test("[FAULT-10] one provider serves all hosts, each under its own name, also at the same time", async () => {
  const made = vi.spyOn(await import("./make-provider.ts"), "makeProvider")
  const hosts = Array.from({ length: 30 }, (_, at) => `school${at}.example`)
  const answers = await Promise.all(
    hosts.map((host) =>
      app.app.inject({ url: `${providerBase}/.well-known/openid-configuration`, headers: { host } }),
    ),
  )
  expect(answers.map((answer) => answer.json())).toEqual(
    hosts.map((host) =>
      expect.objectContaining({
        issuer: `http://${host}${providerBase}`,
        token_endpoint: `http://${host}${providerBase}/token`,
        jwks_uri: `http://${host}${providerBase}/jwks`,
      }),
    ),
  )
  expect(made).not.toHaveBeenCalled()
  // What was made under other names has changed nothing of this one.
  const given = await (await party.signOn(browserOf(teacher))).tokens()
  expect(given.claims()?.iss).toBe(`${base}${providerBase}`)
})

test("[SSO-1] who is signed in to the portal is signed in, with the claims of the entry", async () => {
  const { back, tokens } = await party.signOn(browserOf(teacher))
  expect(back.href.startsWith(`${callback}?`)).toBe(true)
  const given = await tokens()
  const user = await teacher.send(accountCalls.current, {})
  expect(given.claims()).toMatchObject({
    iss: `${base}${providerBase}`,
    sub: user.id,
    name: user.nickname,
    organisation: user.orgname,
    preferred_username: "teacher-a1",
    administrator: "none",
  })
  expect(given.claims()).not.toHaveProperty("phone_number")
  const info = await client.fetchUserInfo(party.config, given.access_token, user.id)
  expect(info).toMatchObject({ organisation_id: user.orgid, name: user.nickname })
})

test("[SSO-3] the phone number is told to an application whose entry allows it, and to no other", async () => {
  await app.database.systemDb.execute(
    sql`update person set phone = '13900000001' where account = 'teacher-a1'`,
  )
  const knows = await added({ name: "通讯", claims: ["phone"] })
  const { tokens } = await knows.signOn(browserOf(teacher), { scope: "openid profile phone" })
  const claims = (await tokens()).claims()
  expect(claims).toMatchObject({ phone_number: "13900000001" })
  expect(claims).not.toHaveProperty("name")
})

test("[SSO-16] a scope that the entry does not allow is left out, like one that nobody knows", async () => {
  const { tokens } = await party.signOn(browserOf(teacher), { scope: "openid profile phone email" })
  const given = await tokens()
  expect([given.scope, given.claims()?.["name"]]).toEqual(["openid profile", expect.any(String)])
  expect(given.claims()).not.toHaveProperty("phone_number")
  const info = await client.fetchUserInfo(party.config, given.access_token, given.claims()?.sub ?? "")
  expect(info).not.toHaveProperty("phone_number")
})

test("[SSO-8] another nonce, state or verifier, and another application's code are refused", async () => {
  const other = await added({ name: "另一应用" })
  const redeemed = async (more: Partial<client.AuthorizationCodeGrantChecks>, by = party) => {
    const { back, flow } = await party.signOn(browserOf(teacher))
    return client.authorizationCodeGrant(by.config, back, { ...flow.checks, ...more })
  }
  await expect(redeemed({ expectedNonce: "other" })).rejects.toThrow("unexpected JWT claim value encountered")
  await expect(redeemed({ expectedState: "other" })).rejects.toThrow("invalid response encountered")
  const wrong = { pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await expect(redeemed(wrong)).rejects.toMatchObject({ error: "invalid_grant" })
  await expect(redeemed({}, other)).rejects.toMatchObject({ error: "invalid_grant" })
})

test("[SSO-1] a sign-on without PKCE is refused", async () => {
  const { url } = await party.begin()
  url.searchParams.delete("code_challenge")
  url.searchParams.delete("code_challenge_method")
  const back = await browserOf(teacher).follow(url)
  expect(back.searchParams.get("error")).toBe("invalid_request")
})

test("[SSO-8] a code that is used again ends the tokens that it was good for", async () => {
  const { tokens } = await party.signOn(browserOf(teacher))
  const given = await tokens()
  expect((await infoWith(given.access_token)).status).toBe(200)
  await expect(tokens()).rejects.toMatchObject({ error: "invalid_grant" })
  expect((await infoWith(given.access_token)).status).toBe(401)
  const again = client.refreshTokenGrant(party.config, given.refresh_token ?? "")
  await expect(again).rejects.toMatchObject({ error: "invalid_grant" })
})

test("[SSO-8] a code that is used twelve times at once is good for one answer at most", async () => {
  const { tokens } = await party.signOn(browserOf(teacher))
  const answers = await Promise.allSettled(Array.from({ length: 12 }, tokens))
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1)
  for (const answer of answers)
    if (answer.status === "fulfilled") expect((await infoWith(answer.value.access_token)).status).toBe(401)
})

test("[SSO-8] an expired code is refused", async () => {
  const { tokens } = await party.signOn(browserOf(teacher))
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 80_000 })
  await expect(tokens()).rejects.toMatchObject({ error: "invalid_grant" })
})

test.each([
  ["a longer path", `${callback}/more`],
  ["a slash at the end", `${callback}/`],
  ["a query", `${callback}?next=1`],
  ["a fragment", `${callback}#more`],
  ["a name before the host", "https://oa.canary.example@evil.example/callback"],
  ["a name and the host", "https://evil@oa.canary.example/callback"],
  ["http beside https", "http://oa.canary.example/callback"],
  ["another port", "https://oa.canary.example:8443/callback"],
  ["the scheme's own port", "https://oa.canary.example:443/callback"],
  ["upper case", "https://OA.canary.example/callback"],
  ["an upper case path", "https://oa.canary.example/Callback"],
  ["a look-alike letter", "https://oа.canary.example/callback"],
  ["a host that begins so", "https://oa.canary.example.evil.example/callback"],
  ["steps in the path", "https://oa.canary.example/x/../callback"],
  ["an encoded letter", "https://oa.canary.example/%63allback"],
  ["a blank at the end", `${callback} `],
])("[SSO-8] a redirect address with %s is refused on a page of ours", async (_what, address) => {
  const { url } = await party.begin({ redirect_uri: address })
  const answer = await browserOf(teacher).get(url)
  expect([answer.status, answer.headers.get("location")]).toEqual([400, null])
  const shown = await answer.text()
  for (const words of ["无法登录该应用", "没有登记", "应用接入"]) expect(shown).toContain(words)
  expect(shown).toContain(`<small>${address.replaceAll("&", "&amp;")}</small>`)
  expect(shown).not.toMatch(/invalid_redirect_uri|redirect_uri/)
})

test.each([
  "https://oa.canary.example/bye/",
  "https://oa.canary.example/bye?x=1",
  "https://oa.canary.example/bye#x",
  "http://oa.canary.example/bye",
  "https://oa.canary.example:443/bye",
  "https://user@oa.canary.example/bye",
  "https://oа.canary.example/bye",
  "https://oa.canary.example.evil.example/bye",
  callback,
  "//oa.canary.example/bye",
  "javascript:alert(1)",
])("[SSO-8] nobody is led to %s after signing out at an application", async (address) => {
  const query = new URLSearchParams({ client_id: party.clientId, post_logout_redirect_uri: address })
  for (const browser of [browserOf(teacher), new Browser(base)]) {
    const answer = await browser.get(`${providerBase}/session/end?${query.toString()}`)
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null])
  }
  // Without a client it is read by nobody.
  query.delete("client_id")
  const page = await browserOf(teacher).get(`${providerBase}/session/end?${query.toString()}`)
  expect(await page.text()).not.toContain("oa.canary.example")
})

test("[SSO-16] the page of a sign-out that is refused says so, and where the address is entered", async () => {
  const query = new URLSearchParams({
    client_id: party.clientId,
    post_logout_redirect_uri: "https://oa.canary.example/other",
  })
  for (const [browser, isSignedIn] of [
    [browserOf(teacher), true],
    [new Browser(base), false],
  ] as const) {
    const answer = await browser.get(`${providerBase}/session/end?${query.toString()}`, {
      headers: { accept: "text/html" },
    })
    const page = await answer.text()
    expect(page).toContain("<title>无法退出登录 - ")
    for (const words of ["“应用接入”", "“退出后返回的地址”"]) expect(page).toContain(words)
    expect(page).not.toContain("无法登录该应用")
    expect(page.includes("您仍处于登录状态")).toBe(isSignedIn)
  }
  const { url } = await party.begin({ redirect_uri: "https://oa.canary.example/other" })
  const signOn = await browserOf(teacher).get(url, { headers: { accept: "text/html" } })
  expect(await signOn.text()).toContain("<title>无法登录该应用 - ")
})

test("[SSO-3] an address that is not registered is shown as text alone", async () => {
  const { url } = await party.begin({ redirect_uri: 'https://x.example/"><script>alert(1)</script>' })
  const shown = await (await browserOf(teacher).get(url)).text()
  expect(shown).not.toContain("<script>")
  expect(shown).toContain("&lt;script&gt;")
})

test("[SSO-1] a refresh token is good once; used again later it ends what came of it", async () => {
  const { tokens } = await party.signOn(browserOf(teacher))
  const first = await tokens()
  const second = await client.refreshTokenGrant(party.config, first.refresh_token ?? "")
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await infoWith(second.access_token)).status).toBe(200)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + refreshLeewayMs + 1 })
  const reused = client.refreshTokenGrant(party.config, first.refresh_token ?? "")
  await expect(reused).rejects.toMatchObject({ error: "invalid_grant" })
  expect((await infoWith(second.access_token)).status).toBe(401)
  const after = client.refreshTokenGrant(party.config, second.refresh_token ?? "")
  await expect(after).rejects.toMatchObject({ error: "invalid_grant" })
})

test("[SSO-8] the provider's cookie is worth nothing without its session of the portal", async () => {
  const theirs = browserOf(teacher)
  await party.signOn(theirs)
  const stolen = theirs.cookie("uc_op_session")
  expect(stolen).not.toBe("")
  const nobody = new Browser(base, `uc_op_session=${stolen}`)
  expect((await party.signOn(nobody)).back.hash).toMatch(/^#\/newLogin/)
  // Planted in somebody's browser, it makes nobody else of them.
  const planted = browserOf(head)
  planted.take(`uc_op_session=${stolen}`)
  const { sub } = (await (await party.signOn(planted)).tokens()).claims() ?? {}
  expect(sub).toBe((await head.send(accountCalls.current, {})).id)
  const { tokens } = await party.signOn(theirs)
  expect((await tokens()).claims()?.sub).toBe((await teacher.send(accountCalls.current, {})).id)
})

test("[SSO-7] after a sign-out codes and tokens are worth nothing, and the next sign-on asks to sign in", async () => {
  const leaving = await app.as("teacher-a1")
  const browser = browserOf(leaving)
  const given = await (await party.signOn(browser)).tokens()
  const unused = await party.signOn(browser)
  await leaving.send(accountCalls.signOut, {})
  expect((await infoWith(given.access_token)).status).toBe(401)
  const refreshed = client.refreshTokenGrant(party.config, given.refresh_token ?? "")
  await expect(refreshed).rejects.toMatchObject({ error: "invalid_grant" })
  await expect(unused.tokens()).rejects.toMatchObject({ error: "invalid_grant" })
  const { back } = await party.signOn(browser)
  expect(back.hash).toMatch(/^#\/newLogin\?returnUrl=%2Foidc%2Finteraction%2F/)
})

test("[SSO-3] who is not of the audience is refused, and the application is told so", async () => {
  const stranger = browserOf(await app.as("head-b1"))
  const { back } = await party.signOn(stranger)
  expect([back.origin + back.pathname, back.searchParams.get("error")]).toEqual([callback, "access_denied"])
  const forHeads = await added({ name: "校长室", minAdmintype: 1 })
  expect((await forHeads.signOn(browserOf(teacher))).back.searchParams.get("error")).toBe("access_denied")
  expect((await forHeads.signOn(browserOf(head))).back.searchParams.has("code")).toBe(true)
})

test("[SSO-1] a disabled person gets no token and keeps none", async () => {
  const browser = browserOf(teacher)
  const given = await (await party.signOn(browser)).tokens()
  await app.database.systemDb.execute(sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  expect((await infoWith(given.access_token)).status).toBe(401)
  const refreshed = client.refreshTokenGrant(party.config, given.refresh_token ?? "")
  await expect(refreshed).rejects.toMatchObject({ error: "invalid_grant" })
  // The portal itself may know a session for a second after it has ended.
  const { back } = await party.signOn(browser)
  expect(back.searchParams.has("code")).toBe(false)
})
