import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { applicationFailureCalls, type FailedSignOn } from "@uc/contract/applications/failure-calls"
import {
  signOnFailureLabels,
  signOnFailureLimits,
  signOnFailures,
  type SignOnFailure,
} from "@uc/contract/applications/sign-on-failures"
import { logCalls } from "@uc/contract/logs/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { deleteExpired } from "../../../scheduler/delete-expired.ts"
import { ConformanceRun } from "../../../testing/oidc/conformance.ts"
import { addApplication, plainApplication } from "../../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { rowsIn } from "../../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"

let app: TestApp
let head: TestClient
let teacher: TestClient
const clock = { ms: 0 }
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({ nowMs: () => clock.ms }, (work) => void clean.push(work as () => Promise<void>))
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

const failuresOf = async (id: string, by = head) =>
  (await by.send(applicationFailureCalls.list, { id })).failures
/** Time passes, so that what the tests before have failed at does not count. */
const later = () => (clock.ms += 105_000)
async function noted(id: string, count = 1): Promise<void> {
  const times = async () => (await failuresOf(id)).reduce((sum, each) => sum + each.times, 0)
  await expect.poll(times).toBeGreaterThanOrEqual(count)
}
async function only(id: string): Promise<FailedSignOn> {
  await noted(id)
  const [first, ...others] = await failuresOf(id)
  if (!first || others.length > 0) throw new Error(`Not one failure: ${JSON.stringify([first, ...others])}`)
  return first
}

let names = 0
async function begin(more = {}, person: TestClient | null = teacher): Promise<ConformanceRun> {
  const op = await ConformanceRun.begin(app, person, { name: `失败${++names}`, ...more })
  // Each run signs the administrator in again, and somebody who does so often is signed out elsewhere.
  head = await app.as("head-a1")
  return op
}

const oidcCases: readonly (readonly [SignOnFailure, string, (op: ConformanceRun) => Promise<unknown>])[] = [
  [
    "address",
    "https://oa.canary.example/other?…",
    (op) => op.authorize({ redirect_uri: "https://oa.canary.example/other?token=geheim" }),
  ],
  ["pkce", "", (op) => op.authorize({ code_challenge: undefined, code_challenge_method: undefined })],
  ["request", "", (op) => op.authorize({ response_type: "token" })],
  ["request", "", (op) => op.authorize({ scope: "user:email" })],
  [
    "client",
    "",
    async (op) =>
      op.redeem(
        await op.authorize(),
        {},
        { authorization: `Basic ${btoa(`${op.client.entry.clientId}:x`)}` },
      ),
  ],
  ["code", "", async (op) => op.redeem(await op.authorize(), { code: "no-such-code" })],
  ["verifier", "", async (op) => op.redeem(await op.authorize(), { code_verifier: "x".repeat(43) })],
  [
    "codeAddress",
    "https://oa.canary.example/callback/",
    async (op) => op.redeem(await op.authorize(), { redirect_uri: "https://oa.canary.example/callback/" }),
  ],
]

test.each(oidcCases)(
  "[SSO-14] the administrator sees that a sign-on by OpenID Connect failed: %s",
  async (...given) => {
    later()
    const [reason, address, fail] = given
    const op = await begin()
    await fail(op)
    const { id, name } = op.client.entry
    expect(await only(id)).toMatchObject({ reason, address, ip: "127.0.0.1", times: 1 })
    const { items } = await head.send(logCalls.audit, { action: "applications.signOnFailed" })
    expect(items.find(({ nickname }) => nickname?.includes(name))).toMatchObject({
      result: "refused",
      ip: "127.0.0.1",
      change: { after: { reason: signOnFailureLabels[reason] } },
    })
    // No code, secret, token or parameter is kept anywhere.
    const kept = await rowsIn(
      app,
      sql`select f::text from application_failure f union all select detail::text from audit_log`,
    )
    expect(JSON.stringify(kept)).not.toMatch(/geheim|no-such-code|x{43}/)
  },
)

test("[SSO-14] the administrator sees that somebody may not use it, and that it is off", async () => {
  later()
  const op = await begin({ minAdmintype: 1 })
  await op.authorize()
  const { id, ...entry } = op.client.entry
  expect(await only(id)).toMatchObject({ reason: "audience" })
  await grantFor(app, head, "application")
  await head.send(applicationAdminCalls.save, {
    ...plainApplication,
    redirectAddresses: entry.redirectAddresses,
    logoutAddresses: entry.logoutAddresses,
    claims: entry.claims,
    roles: [],
    id,
    version: entry.version,
    isDisabled: true,
  })
  await op.authorize()
  await op.redeem(await op.authorize(), { code: "x" })
  await noted(id, 4)
  expect((await failuresOf(id)).map(({ reason, times }) => [reason, times])).toEqual([
    ["disabled", 3],
    ["audience", 1],
  ])
})

test("[SSO-14] what is no failure is not noted: a silent question, a session that has ended", async () => {
  later()
  const op = await begin({}, null)
  await op.authorize({ prompt: "none" })
  await op.renew("no-such-token")
  await op.authorize({ redirect_uri: "https://oa.canary.example/x" })
  expect(await only(op.client.entry.id)).toMatchObject({ reason: "address" })
})

const cas = "https://kq.canary.example/cas"
const casLogin = (service: string, cookie = "", more = "") =>
  app.app.inject({
    url: `/cas/login?${new URLSearchParams({ service }).toString()}${more}`,
    headers: { cookie },
    remoteAddress: "2001:db8::7",
  })

test("[SSO-14] the administrator sees failed sign-ons by CAS, also of nearly right addresses", async () => {
  later()
  const cookie = teacher.headers["cookie"]
  const more = { name: "考勤", redirectAddresses: [cas], minAdmintype: 1 }
  const { entry } = await addApplication(app, head, { protocol: "cas", ...more })
  await casLogin(`${cas}/?a=geheim`)
  await casLogin(cas, cookie)
  await casLogin(cas, cookie, "&method=HEADER")
  const validate = (ticket: string) =>
    app.app.inject({
      url: `/cas/serviceValidate?${new URLSearchParams({ service: cas, ticket }).toString()}`,
    })
  await validate("ST-1")
  await validate("PT-1")
  await noted(entry.id, 5)
  const failures = await failuresOf(entry.id)
  const shown = failures.map(({ reason, address, ip }) => `${reason} ${address} ${ip}`)
  expect(new Set(shown)).toEqual(
    new Set([
      `address ${cas}/?… 2001:db8::7`,
      `audience ${cas} 2001:db8::7`,
      "request  2001:db8::7",
      "request  127.0.0.1",
      "ticket  127.0.0.1",
    ]),
  )
})

test("[SSO-14] a failure of one of many applications on a host is seen at that one", async () => {
  later()
  const service = (n: number) => `https://ehall.canary.example/app${n}`
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const more = {
      protocol: "cas" as const,
      name: `大厅${n}`,
      redirectAddresses: [service(n)],
      minAdmintype: 1,
    }
    ids.push((await addApplication(app, head, more)).entry.id)
  }
  await casLogin(service(5), teacher.headers["cookie"])
  await noted(ids.at(-1) ?? "")
  for (const id of ids.slice(0, -1)) expect(await failuresOf(id)).toEqual([])
})

test("[SSO-14] who does not administer the application sees nothing of it", async () => {
  later()
  const op = await begin()
  await op.authorize({ redirect_uri: "https://oa.canary.example/x" })
  const { id } = op.client.entry
  await only(id)
  for (const [account, status] of [
    ["teacher-a1", 403],
    ["head-a2", 409],
    ["head-b1", 409],
  ] as const) {
    const answer = await (await app.as(account)).request(applicationFailureCalls.list, { id })
    expect([account, answer.statusCode]).toEqual([account, status])
    if (status === 409) expect(answer.json()).toMatchObject({ msg: applicationMessages.gone })
  }
})

test("[SSO-14] a stranger who fails all day fills neither list nor log, and pushes nobody out", async () => {
  later()
  const op = await begin()
  const { id, clientId } = op.client.entry
  await op.authorize({ redirect_uri: "https://oa.canary.example/own" })
  await only(id)
  const audited = async () =>
    (
      await rowsIn(
        app,
        sql`select from audit_log where action = 'applications.signOnFailed' and detail ->> 'id' = ${id}`,
      )
    ).length
  const fail = (n: number, remoteAddress: string) => {
    const parameters = new URLSearchParams({
      client_id: clientId,
      redirect_uri: `https://evil.example/${n}`,
      response_type: "code",
      scope: "openid",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    })
    const headers = { host: "localhost", accept: "text/html" }
    return app.app.inject({ url: `/oidc/auth?${parameters.toString()}`, headers, remoteAddress })
  }
  const rows = async () =>
    (
      await rowsIn<{ n: number; times: number }>(
        app,
        sql`select count(*)::int as n, sum(times)::int as times from application_failure where application_id = ${id}`,
      )
    )[0] ?? { n: 0, times: 0 }
  for (let n = 0; n < 60; n++) await fail(n, "2001:db8:1:2::1")
  await expect.poll(async () => (await rows()).n).toBe(signOnFailureLimits.ofOneNetwork + 1)
  // Of one network, whichever of its addresses is used, a burst is noted and no more.
  await fail(99, "2001:db8:1:2::ffff")
  expect((await failuresOf(id)).map(({ address }) => address)).toContain("https://oa.canary.example/own")
  // From many networks: never more than are shown.
  for (let n = 0; n < 120; n++) await fail(n, `2001:db8:2:${n.toString(16)}::1`)
  await expect.poll(async () => (await rows()).n).toBe(signOnFailureLimits.shown)
  expect(await failuresOf(id)).toHaveLength(signOnFailureLimits.shown)
  expect(await audited()).toBe(1)
  // Somebody else's application, or none at all, is not concerned.
  const before = await rowsIn(app, sql`select from application_failure`)
  later()
  await app.app.inject({ url: "/oidc/auth?client_id=nobody&redirect_uri=https://evil.example/" })
  await casLogin("https://nobody.example/cas")
  await op.authorize({ redirect_uri: "https://oa.canary.example/own" })
  await expect.poll(async () => (await failuresOf(id))[0]?.address).toBe("https://oa.canary.example/own")
  expect(await rowsIn(app, sql`select from application_failure`)).toHaveLength(before.length)
})

test("[SSO-14] after 30 days a failure is forgotten, and with its application at once", async () => {
  later()
  const op = await begin()
  const { id } = op.client.entry
  await op.authorize({ redirect_uri: "https://oa.canary.example/x" })
  await only(id)
  await rowsIn(
    app,
    sql`update application_failure set last_at = now() - make_interval(days => ${signOnFailureLimits.days + 1}::int) where application_id = ${id}`,
  )
  await deleteExpired(app.database)
  expect(await failuresOf(id)).toEqual([])
  expect(signOnFailures).toContain("guesses")
})
