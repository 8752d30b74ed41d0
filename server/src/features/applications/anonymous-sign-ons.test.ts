import { anonymousSignOnLimits, signOnMessages } from "@uc/contract/applications/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { anonymousSignOns } from "../../security/anonymous-sign-ons.ts"
import { addApplication, callback } from "../../testing/oidc/test-relying-party.ts"
import { rowsIn } from "../../testing/test-roles.ts"
import { testApp } from "../../testing/test-app.ts"

const few = { address: { perSecond: 1, savedS: 3 }, all: { perSecond: 1, savedS: 5 } }

async function world() {
  const clock = { ms: 0 }
  const app = await testApp({ anonymousSignOnLimits: few, nowMs: () => clock.ms })
  const head = await app.as("head-a1")
  const { entry } = await addApplication(app, head, {})
  const begin = async (remoteAddress: string, more = "", cookie = "") => {
    const parameters = new URLSearchParams({
      client_id: entry.clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    })
    const url = `/oidc/auth?${parameters.toString()}${more}`
    return app.app.inject({ url, remoteAddress, headers: { host: "localhost", cookie } })
  }
  const stored = async () => (await rowsIn(app, sql`select 1 from oidc_state`)).length
  return { app, head, clock, begin, stored }
}

test("[FAULT-10] anonymous sign-ons of one address are bounded; whoever is signed in goes on", async () => {
  const { head, clock, begin, stored } = await world()
  for (let time = 0; time < 3; time++) expect((await begin("10.0.0.1")).statusCode).toBe(303)
  const before = await stored()
  const refused = await begin("10.0.0.1")
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"])
  expect(refused.headers["content-type"]).toContain("text/html")
  expect(refused.body).toContain(signOnMessages.crowded)
  expect(await stored()).toBe(before)
  expect((await begin("10.0.0.1", "", head.headers["cookie"])).statusCode).toBe(303)
  expect((await begin("10.0.0.2")).statusCode).toBe(303)
  clock.ms += 1000
  expect((await begin("10.0.0.1")).statusCode).toBe(303)
})

test("[FAULT-10] anonymous sign-ons of all addresses together are bounded, by CAS as well", async () => {
  const { app, head, begin } = await world()
  const service = "https://cas.canary.example/in"
  await addApplication(app, head, { protocol: "cas", name: "教务", redirectAddresses: [service] })
  const url = `/cas/login?service=${encodeURIComponent(service)}`
  const cas = (remoteAddress: string) => app.app.inject({ url, remoteAddress })
  for (let at = 0; at < 3; at++) expect((await begin(`10.0.1.${at}`)).statusCode).toBe(303)
  for (let at = 3; at < 5; at++) expect((await cas(`10.0.1.${at}`)).statusCode).toBe(302)
  expect((await begin("10.0.1.8")).statusCode).toBe(429)
  const refused = await cas("10.0.1.9")
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"])
  expect(refused.body).toContain(signOnMessages.crowded)
})

test("[FAULT-10] a sign-on that may ask nobody is not stored and not counted", async () => {
  const { begin, stored } = await world()
  const before = await stored()
  for (let time = 0; time < 8; time++) {
    const { statusCode, headers } = await begin("10.0.0.1", "&prompt=none")
    expect([statusCode, headers.location]).toEqual([303, expect.stringContaining("error=login_required")])
  }
  expect(await stored()).toBe(before)
})

test("[FAULT-10] a school of 3,000 that comes from an application in one moment is not refused", () => {
  const take = anonymousSignOns(anonymousSignOnLimits, () => 0)
  for (let school = 0; school < 10; school++)
    for (let person = 0; person < 3000; person++) expect(take(`10.0.0.${school}`)).toBe(0)
  expect(take("10.0.0.1")).toBeGreaterThan(0)
  expect(take("10.0.0.99")).toBeGreaterThan(0)
})
