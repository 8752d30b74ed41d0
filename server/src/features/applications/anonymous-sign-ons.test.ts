import { anonymousSignOnLimits, signOnMessages } from "@uc/contract/applications/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { anonymousSignOns } from "../../security/anonymous-sign-ons.ts"
import { addApplication, callback, plainApplication } from "../../testing/oidc/test-relying-party.ts"
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
  const visit = (path: string, cookie = "", method: "GET" | "POST" = "GET", payload = "") => {
    const form = method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}
    return app.app.inject({
      method,
      url: `/oidc${path}`,
      headers: { host: "localhost", cookie, ...form },
      payload,
    })
  }
  const stored = async () => (await rowsIn(app, sql`select 1 from oidc_state`)).length
  return { app, head, clock, clientId: entry.clientId, begin, visit, stored }
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

test("[FAULT-10] a sign-out of a browser that nobody is signed in to is not stored and leads back", async () => {
  const { app, clientId, visit, stored } = await world()
  const before = await stored()
  const [bye] = plainApplication.logoutAddresses
  const state = "s".repeat(4000)
  const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: bye, state }).toString()
  for (const cookie of ["", "uc_op_session=made-up"]) {
    const led = await visit(`/session/end?${query}`, cookie)
    expect([led.statusCode, led.headers.location]).toEqual([303, `${bye}?state=${state}`])
    const form = await visit("/session/end", cookie, "POST", query)
    expect((await visit(String(form.headers.location).slice("/oidc".length), cookie)).headers.location).toBe(
      `${bye}?state=${state}`,
    )
  }
  const ended = await visit(`/session/end?state=${state}`)
  expect([ended.statusCode, ended.headers.location]).toEqual([
    303,
    expect.stringMatching(/\/oidc\/session\/end\/success$/),
  ])
  const elsewhere = await visit(`/session/end?${query.replace(/bye/, "away")}`)
  expect(elsewhere.statusCode).toBe(400)
  expect(await stored()).toBe(before)
  expect(await rowsIn(app, sql`select 1 from oidc_state where model = 'Session'`)).toEqual([])
})

test("[FAULT-10] whoever shows a made-up cookie of the provider has nothing stored", async () => {
  const { begin, visit, stored } = await world()
  const before = await stored()
  const cookie = "uc_op_session=made-up; uc_op_resume=made-up; uc_op_interaction=made-up"
  expect((await begin("10.0.0.1", "&prompt=none", cookie)).headers.location).toContain("login_required")
  expect((await visit("/auth/made-up", cookie)).statusCode).toBe(400)
  expect((await visit("/interaction/made-up", cookie)).statusCode).toBe(400)
  expect((await visit("/session/end/confirm", cookie, "POST", "xsrf=1&logout=yes")).statusCode).toBe(400)
  expect((await visit("/token", cookie, "POST", "grant_type=authorization_code&code=1")).statusCode).toBe(400)
  expect(await stored()).toBe(before)
})

test("[FAULT-10] a sign-on that goes on without a person counts like one that begins", async () => {
  const { begin, visit, stored } = await world()
  let last = await begin("127.0.0.1")
  const statuses: number[] = []
  for (let time = 0; time < 3; time++) {
    // Those that it takes back are empty.
    const given = last.cookies.filter(({ value }) => value !== "")
    const cookie = given.map(({ name, value }) => `${name}=${value}`).join("; ")
    const resume = given.find(({ name }) => name === "uc_op_resume")
    last = await visit(String(resume?.path).slice("/oidc".length), cookie)
    statuses.push(last.statusCode)
  }
  expect(statuses).toEqual([303, 303, 429])
  expect(last.body).toContain(signOnMessages.crowded)
  expect(await stored()).toBe(0)
})

test("[FAULT-10] a prompt that is there twice, or with others, does not let a sign-on past the bound", async () => {
  const { clock, begin, stored } = await world()
  for (const more of ["&prompt=none&prompt=login", "&prompt=login", "&prompt=none%20login", "&prompt=NONE"]) {
    const before = await stored()
    for (let time = 0; time < 5; time++) await begin("10.0.0.1", more)
    expect(await stored(), more).toBeLessThanOrEqual(before + 3)
    clock.ms += 10_000
  }
})

test("[FAULT-10] a school of 3,000 that comes from an application in one moment is not refused", () => {
  const take = anonymousSignOns(anonymousSignOnLimits, () => 0)
  for (let school = 0; school < 10; school++)
    for (let person = 0; person < 3000; person++) expect(take(`10.0.0.${school}`)).toBe(0)
  expect(take("10.0.0.1")).toBeGreaterThan(0)
  expect(take("10.0.0.99")).toBeGreaterThan(0)
})
