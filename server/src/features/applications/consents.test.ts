import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { applicationCalls, signOnAddress } from "@uc/contract/applications/calls"
import { applicationConsentCalls, consentMessages } from "@uc/contract/applications/consent-calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { expect, onTestFinished, test } from "vitest"
import { patienceMs } from "../../../../scripts/patience.ts"
import { addApplication, Browser, listening, relyingParty } from "../../testing/oidc/test-relying-party.ts"
import { testApp } from "../../testing/test-app.ts"

test("[SSO-3] a person sees whom they allowed what, takes it back, and that ends tokens at once", async () => {
  const app = await testApp({ innerNetworksForAll: ["127.0.0.0/8"] })
  const base = await listening(app)
  const told: string[] = []
  const receiver = createServer((request, response) => {
    request.on("data", (part: Buffer) => void told.push(part.toString()))
    request.on("end", () => response.writeHead(200).end())
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  onTestFinished(() => void receiver.close())
  const head = await app.as("head-a1")
  const { entry, secret } = await addApplication(app, head, {
    name: "校外系统",
    isOwn: false,
    claims: ["account", "name"],
    backchannelAddress: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/out`,
  })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const teacher = await app.as("teacher-a1")
  const browser = new Browser(base, teacher.headers["cookie"])

  /** Gives whether a consent was asked for, and the tokens. */
  async function signOn() {
    const flow = await party.begin({ scope: "openid profile offline_access" })
    let back = await browser.follow(flow.url)
    const uid = /uid=([\w-]+)/.exec(back.hash)?.[1]
    if (uid !== undefined) {
      await teacher.send(applicationCalls.allow, { uid })
      back = await browser.follow(signOnAddress(uid))
    }
    const given = await client.authorizationCodeGrant(party.config, back, flow.checks)
    return { asked: uid !== undefined, given, sid: given.claims()?.["sid"] }
  }
  const infoWith = async (token: string) =>
    (await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })).status

  const first = await signOn()
  expect([first.asked, (await signOn()).asked]).toEqual([true, false])
  const { consents } = await teacher.send(applicationConsentCalls.list, {})
  expect(consents).toMatchObject([{ id: entry.id, name: "校外系统", claims: ["account", "name"] }])
  expect((await head.send(applicationConsentCalls.list, {})).consents).toEqual([])
  const { given } = await signOn()
  expect(await infoWith(given.access_token)).toBe(200)

  // Nobody takes back what another person gave.
  await expect(head.send(applicationConsentCalls.withdraw, { id: entry.id })).rejects.toMatchObject({
    status: 409,
    message: consentMessages.gone,
  })
  await teacher.send(applicationConsentCalls.withdraw, { id: entry.id })
  expect(await infoWith(given.access_token)).toBe(401)
  await expect(client.refreshTokenGrant(party.config, given.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  })
  await expect.poll(() => told.length, { timeout: patienceMs }).toBe(1)
  expect((await teacher.send(applicationConsentCalls.list, {})).consents).toEqual([])

  // The person is still signed in here, and is asked again.
  const again = await signOn()
  expect(again.asked).toBe(true)
  expect(again.sid).not.toBe(first.sid)
})

test("[SSO-1] who has read a shorter list has not allowed what the entry was given meanwhile", async () => {
  const app = await testApp()
  const base = await listening(app)
  const head = await app.as("head-a1")
  const { entry, secret } = await addApplication(app, head, { name: "加码", isOwn: false, claims: ["name"] })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const teacher = await app.as("teacher-a1")
  const browser = new Browser(base, teacher.headers["cookie"])
  const flow = await party.begin()
  const uid = /uid=([\w-]+)/.exec((await browser.follow(flow.url)).hash)?.[1] ?? ""
  const { claims } = await teacher.send(applicationCalls.signOn, { uid })
  expect(claims).toEqual(["name"])
  await app.database.systemDb.execute(
    sql`update application set claims = array['name', 'account'] where id = ${entry.id}`,
  )
  await teacher.send(applicationCalls.allow, { uid, claims: claims.join(",") })
  expect((await browser.follow(signOnAddress(uid))).hash).toContain(uid)
  const again = await teacher.send(applicationCalls.signOn, { uid })
  expect(again).toMatchObject({ needsConsent: true, claims: ["name", "account"] })
  await teacher.send(applicationCalls.allow, { uid, claims: again.claims.join(",") })
  const back = await browser.follow(signOnAddress(uid))
  const given = await client.authorizationCodeGrant(party.config, back, flow.checks)
  expect(given.claims()).toHaveProperty("preferred_username", "teacher-a1")
})
