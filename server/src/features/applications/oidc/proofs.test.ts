import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { applicationCalls, signOnAddress, signOnMessages } from "@uc/contract/applications/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { addApplication, Browser, listening, relyingParty } from "../../../testing/oidc/test-relying-party.ts"
import { publishedKeys, renewKeys } from "./signing-keys.ts"
import { keyedBy } from "../../../security/keyed.ts"

let app: TestApp
let base: string
let head: TestClient
let teacher: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  base = await listening(app)
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

const browserOf = ({ headers }: TestClient) => new Browser(base, headers["cookie"])
const withSecret = async (more = {}) => {
  const { entry, secret } = await addApplication(app, head, more)
  return { entry, secret, party: await relyingParty(base, entry, client.ClientSecretPost(secret)) }
}
const uidIn = (page: URL) => new URLSearchParams(page.hash.split("?")[1]).get("uid") ?? ""

test("[SSO-1] an application that asks for reauth gets a proof of this very sign-on, each time", async () => {
  const { party } = await withSecret({ name: "财务" })
  const browser = browserOf(teacher)
  // Earlier than the sign-on: what was proven then does not count.
  await app.database.systemDb.execute(sql`update session set created_at = now() - interval '1 hour'`)
  for (let time = 0; time < 2; time++) {
    const flow = await party.begin({ acr_values: "reauth" })
    const page = await browser.follow(flow.url)
    expect(page.hash).toMatch(/^#\/signOn\?uid=/)
    const uid = uidIn(page)
    expect(await teacher.send(applicationCalls.signOn, { uid })).toMatchObject({
      needsProof: true,
      name: "财务",
    })
    // Going on without a proof leads back to the page.
    expect((await browser.follow(signOnAddress(uid))).hash).toContain(uid)
    await expect(teacher.send(applicationCalls.prove, { uid })).rejects.toThrow(replyMessages.grantNeeded)
    await grantFor(app, teacher, "sign-on")
    await teacher.send(applicationCalls.prove, { uid })
    const back = await browser.follow(signOnAddress(uid))
    const given = await client.authorizationCodeGrant(party.config, back, flow.checks)
    expect(given.claims()).toMatchObject({ acr: "reauth" })
    await app.database.systemDb.execute(
      sql`update reauth_grant set issued_at = issued_at - interval '1 hour'`,
    )
  }
  const plain = await (await party.signOn(browser, { acr_values: "session" })).tokens()
  expect(plain.claims()).toMatchObject({ acr: "session" })
})

test("[SSO-1] max_age: who proved it lately goes on, who did not is asked", async () => {
  const { party } = await withSecret({ name: "教务" })
  await app.database.systemDb.execute(sql`update session set created_at = now() - interval '1 hour'`)
  const lately = await (await party.signOn(browserOf(teacher), { max_age: "7200" })).tokens()
  expect(lately.claims()?.auth_time).toBeLessThan(Date.now() / 1000 - 3000)
  const { back } = await party.signOn(browserOf(teacher), { max_age: "60" })
  expect(back.hash).toMatch(/^#\/signOn\?uid=/)
})

test("[SSO-1] consent is asked once for what is not the organisation's own, and binds one browser", async () => {
  const { party } = await withSecret({ name: "外部题库", isOwn: false })
  const browser = browserOf(teacher)
  const flow = await party.begin()
  const page = await browser.follow(flow.url)
  const uid = uidIn(page)
  expect(await teacher.send(applicationCalls.signOn, { uid })).toMatchObject({ needsConsent: true })
  // Somebody else answers for themselves alone, and their browser does not go on with it.
  await head.send(applicationCalls.allow, { uid })
  expect((await browserOf(head).get(signOnAddress(uid))).status).toBe(400)
  expect((await browser.follow(signOnAddress(uid))).hash).toContain(uid)
  await teacher.send(applicationCalls.allow, { uid })
  const back = await browser.follow(signOnAddress(uid))
  expect(await client.authorizationCodeGrant(party.config, back, flow.checks)).toBeTruthy()
  const again = await party.signOn(browser)
  expect(again.back.searchParams.has("code")).toBe(true)

  await app.database.systemDb.execute(
    sql`update application_consent set given_at = now() - interval '1 hour'`,
  )
  const refused = await party.begin({ prompt: "consent" })
  const second = uidIn(await browser.follow(refused.url))
  const told = await browser.follow(signOnAddress(second, true))
  expect(told.searchParams.get("error")).toBe("access_denied")
  await expect(teacher.send(applicationCalls.signOn, { uid: second })).rejects.toThrow(signOnMessages.gone)
})

test("[SSO-1] prompt=none: a code, or what would have to be asked: login_required, consent_required", async () => {
  const { party } = await withSecret({ name: "静默" })
  const { back } = await party.signOn(browserOf(teacher), { prompt: "none" })
  expect(back.searchParams.has("code")).toBe(true)
  const { party: foreign } = await withSecret({ name: "静默外部", isOwn: false })
  const unasked = await foreign.signOn(browserOf(teacher), { prompt: "none" })
  expect(unasked.back.searchParams.get("error")).toBe("consent_required")
  const nobody = await party.signOn(new Browser(base), { prompt: "none" })
  expect(nobody.back.searchParams.get("error")).toBe("login_required")
  const away = await app.as("teacher-a1")
  await app.database.systemDb.execute(
    sql`update session set last_active_at = now() - interval '2 hours' where id = (select id from session order by created_at desc limit 1)`,
  )
  // A process may repeat for a second what it knew of a session.
  const errorNow = async () =>
    (await party.signOn(browserOf(away), { prompt: "none" })).back.searchParams.get("error")
  await expect.poll(errorNow, { timeout: 20_000 }).toBe("login_required")
  expect((await party.signOn(browserOf(away))).back.hash).toMatch(/^#\/signOn\?uid=/)
})

test("[SSO-1] who signs in on the way comes back to the application", async () => {
  const { party } = await withSecret({ name: "图书馆" })
  const flow = await party.begin()
  const browser = new Browser(base)
  const page = await browser.follow(flow.url)
  const returnUrl = new URLSearchParams(page.hash.split("?")[1]).get("returnUrl") ?? ""
  expect(returnUrl).toMatch(/^\/oidc\/interaction\//)
  const signedIn = await app.as("teacher-a1")
  browser.take(signedIn.headers["cookie"] ?? "")
  const back = await browser.follow(returnUrl)
  expect(await client.authorizationCodeGrant(party.config, back, flow.checks)).toBeTruthy()
})

test("[SSO-3] a new secret and the one before it are both good, unless the old one is ended", async () => {
  const { entry, secret, party } = await withSecret({ name: "轮换" })
  const redeemedWith = async (own: string) => {
    const other = await relyingParty(base, entry, client.ClientSecretBasic(own))
    return (await other.signOn(browserOf(teacher))).tokens()
  }
  const renewed = async (endsOld: boolean) => {
    await grantFor(app, head, "application-secret")
    return (await head.send(applicationAdminCalls.renewSecret, { id: entry.id, endsOld })).secret
  }
  const second = await renewed(false)
  await expect(redeemedWith(secret)).resolves.toBeTruthy()
  await expect(redeemedWith(second)).resolves.toBeTruthy()
  await app.database.systemDb.execute(
    sql`update application set old_secret_until = now() where id = ${entry.id}`,
  )
  await expect(redeemedWith(secret)).rejects.toMatchObject({ status: 401 })
  await expect(redeemedWith(second)).resolves.toBeTruthy()
  const third = await renewed(true)
  await expect(redeemedWith(second)).rejects.toMatchObject({ status: 401 })
  await expect(redeemedWith(third)).resolves.toBeTruthy()
  await expect((await party.signOn(browserOf(teacher))).tokens()).rejects.toMatchObject({ status: 401 })
})

test("[SSO-1] an application with keys proves itself by private_key_jwt", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const keySet = JSON.stringify({
    keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "ES256" }],
  })
  const { entry } = await addApplication(app, head, { name: "公钥", keySet })
  const pem = privateKey.export({ format: "der", type: "pkcs8" })
  const key = await crypto.subtle.importKey("pkcs8", pem, { name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ])
  const party = await relyingParty(base, entry, client.PrivateKeyJwt({ key, kid: "1" }))
  expect(await (await party.signOn(browserOf(teacher))).tokens()).toBeTruthy()
  const without = await relyingParty(base, entry, client.ClientSecretBasic("unused"))
  await expect((await without.signOn(browserOf(teacher))).tokens()).rejects.toMatchObject({ status: 401 })
})

test("[SSO-1][SSO-8] a proof by key is good once, in time, for us, and by the entry's key", async () => {
  const keyPair = () =>
    crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"])
  const [own, another] = [await keyPair(), await keyPair()]
  const jwk = await crypto.subtle.exportKey("jwk", own.publicKey)
  const keySet = JSON.stringify({ keys: [{ ...jwk, key_ops: undefined, kid: "1", alg: "ES256" }] })
  const { entry } = await addApplication(app, head, { name: "公钥二", keySet })
  const redeemed = async (more: Record<string, unknown> = {}, { privateKey } = own) => {
    const auth = client.PrivateKeyJwt(
      { key: privateKey, kid: "1" },
      { [client.modifyAssertion]: (_header, payload) => void Object.assign(payload, more) },
    )
    const party = await relyingParty(base, entry, auth)
    return (await party.signOn(browserOf(teacher))).tokens()
  }
  const same = { jti: "the same twice" }
  await expect(redeemed(same)).resolves.toBeTruthy()
  const soon = Math.floor(Date.now() / 1000)
  for (const wrong of [
    same,
    { aud: "https://elsewhere.example/oidc" },
    { iat: soon - 600, exp: soon - 300 },
    { iss: "another" },
    { jti: undefined },
  ])
    await expect(redeemed(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ status: 401 })
  const underWay = await Promise.allSettled(Array.from({ length: 6 }, () => redeemed({ jti: "six at once" })))
  expect(underWay.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  await expect(redeemed({}, another)).rejects.toMatchObject({ status: 401 })
  await expect(redeemed()).resolves.toBeTruthy()
})

test("[SSO-8] a key is renewed in the middle of a sign-on that two processes serve", async () => {
  const { entry, secret, party } = await withSecret({ name: "换钥" })
  const { app: second } = await app.another()
  const { host } = new URL(base)
  const kids = async () => {
    const answer = await second.inject({ url: "/oidc/jwks", headers: { host } })
    return answer.json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid)
  }
  const before = await (await party.signOn(browserOf(teacher))).tokens()
  const [old = ""] = await kids()
  const { back, flow } = await party.signOn(browserOf(teacher))
  const { systemDb } = app.database
  await systemDb.execute(sql`update oidc_key set created_at = now() - interval '100 days'`)
  await Promise.all([1, 2, 3].map(() => renewKeys(app.database, keyedBy(inject("pepper")))))
  expect(await kids()).toHaveLength(2)
  expect((await kids())[0]).toBe(old)
  await systemDb.execute(sql`update oidc_key set signs_from = now() where published_until is null`)
  const [signing] = await publishedKeys(app.database, keyedBy(inject("pepper")))
  expect(signing?.kid).not.toBe(old)
  // The code of the one process is redeemed at the other, which signs with the new key.
  const redeemed = await second.inject({
    method: "POST",
    url: "/oidc/token",
    headers: {
      host,
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from(`${entry.clientId}:${secret}`).toString("base64")}`,
    },
    payload: new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: "https://oa.canary.example/callback",
      code_verifier: flow.checks.pkceCodeVerifier ?? "",
    }).toString(),
  })
  const token = redeemed.json<{ id_token: string }>().id_token
  const header = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string }
  expect(header.kid).toBe(signing?.kid)
  expect(await kids()).toContain(old)
  // What the old key signed still names a session to end.
  const end = client.buildEndSessionUrl(party.config, { id_token_hint: before.id_token ?? "" })
  expect((await browserOf(teacher).get(end)).status).toBe(200)
  expect(await (await party.signOn(browserOf(teacher))).tokens()).toBeTruthy()
})

test("[SSO-1] signing out at an application ends the portal's session, and others are told", async () => {
  const told: string[] = []
  const listener = createServer((request, response) => {
    request.on("data", (part: Buffer) => told.push(part.toString()))
    request.on("end", () => response.writeHead(200).end())
  }).listen(0, "127.0.0.1")
  await once(listener, "listening")
  clean.unshift(async () => void listener.close())
  const backchannelAddress = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logout`
  const { party } = await withSecret({ name: "退出", backchannelAddress })
  const leaving = await app.as("teacher-a1")
  const browser = browserOf(leaving)
  const given = await (await party.signOn(browser)).tokens()
  const end = client.buildEndSessionUrl(party.config, {
    id_token_hint: given.id_token ?? "",
    post_logout_redirect_uri: "https://oa.canary.example/bye",
  })
  const page = await browser.get(end)
  const html = await page.text()
  expect(html).toContain("全部退出")
  expect(page.headers.get("content-security-policy")).toContain(
    "form-action 'self' https://oa.canary.example",
  )
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const confirmed = await browser.get("/oidc/session/end/confirm", {
    method: "POST",
    body: new URLSearchParams({ xsrf, logout: "yes" }),
  })
  expect(confirmed.headers.get("location")).toBe("https://oa.canary.example/bye")
  await expect.poll(() => told.join(""), { timeout: 5000 }).toMatch(/^logout_token=/)
  const current = await leaving.request(accountCalls.current, {})
  expect(current.json().ret).not.toBe(1)
})

test("[SSO-8] a link that signs out asks, also whoever has not signed on to any application", async () => {
  const { entry } = await withSecret({ name: "<b>从未登录" })
  const address = "https://oa.canary.example/bye"
  const query = new URLSearchParams({
    client_id: entry.clientId,
    post_logout_redirect_uri: address,
  }).toString()
  for (const path of ["/oidc/session/end", `/oidc/session/end?${query}`]) {
    const user = await app.as("teacher-a1")
    const page = await (await browserOf(user).get(path)).text()
    expect(page).toContain("全部退出")
    expect(page).toContain(path.includes("?") ? "您已退出“&lt;b&gt;从未登录”" : "不退出")
    // Nothing is sent by itself.
    expect(page).not.toMatch(/<script|name="logout" value="yes"\/>/)
    expect((await user.request(accountCalls.current, {})).json().ret).toBe(1)
  }
})
