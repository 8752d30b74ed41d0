import { accountCalls } from "@uc/contract/account/calls"
import { providerBase } from "@uc/contract/applications/calls"
import { casBase } from "@uc/contract/applications/cas"
import { scimBase, scimType } from "@uc/contract/applications/scim"
import { identityBase } from "@uc/contract/identity-sources/problems"
import { expect, onTestFinished, test } from "vitest"
import { outsideOidc } from "../testing/identity/outside-oidc.ts"
import { addSource, problemIn, Visitor } from "../testing/identity/test-identity.ts"
import { testApp } from "../testing/test-app.ts"
import { runAs } from "../testing/scratch-database.ts"
import { collectedLogs } from "../testing/test-logs.ts"

/** What a person may type, or another system may send of them; nothing else has these letters. */
const name = "欧阳泄漏"
const phone = "13987650123"
const typed = `${name} ${phone} leaked@example.cn`
const traces = /泄漏|%E6%B3%84|13987650123|leaked/i

/** Addresses that are no calls of the contract: each reads its parameters itself. */
const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
  [`${scimBase}/Users?filter=${encodeURIComponent(`userName eq "${typed}"`)}`],
  [`${scimBase}/Users/${encodeURIComponent(typed)}`],
  [
    `${scimBase}/Users`,
    { method: "POST", body: JSON.stringify({ userName: typed }), headers: { "content-type": scimType } },
  ],
  [`${casBase}/login?${new URLSearchParams({ service: `https://a.example.cn/?who=${typed}` }).toString()}`],
  [
    `${casBase}/login`,
    { method: "POST", body: new URLSearchParams({ username: typed, password: typed, service: typed }) },
  ],
  [`${casBase}/signOn/${encodeURIComponent(typed)}`],
  [`${casBase}/logout?${new URLSearchParams({ service: typed }).toString()}`],
  [`${casBase}/p3/serviceValidate?${new URLSearchParams({ service: typed, ticket: typed }).toString()}`],
  [
    `${providerBase}/auth?${new URLSearchParams({ client_id: typed, login_hint: typed, response_type: "code" }).toString()}`,
  ],
  [
    `${providerBase}/token`,
    { method: "POST", body: new URLSearchParams({ grant_type: "authorization_code", code: typed }) },
  ],
  [`${providerBase}/session/end?${new URLSearchParams({ id_token_hint: typed }).toString()}`],
  [`${providerBase}/interaction/${encodeURIComponent(typed)}`],
  [`${identityBase}/${"0".repeat(24)}?returnUrl=${encodeURIComponent(typed)}`],
  [
    `${identityBase}/${"0".repeat(24)}/callback?${new URLSearchParams({ state: typed, error: typed }).toString()}`,
  ],
  [`${identityBase}/${"0".repeat(24)}/signOut?ticket=${encodeURIComponent(typed)}`],
  [`/people/${encodeURIComponent(typed)}`],
]

/** Whatever these addresses ask of the database fails, and such an error has every parameter of its statement. */
const broken = ["application", "application_key", "cas_ticket", "identity_source", "oidc_state", "session"]

/** What is looked at each second, and fails on the same tables. */
const ofNoRequest = /^Applications could not be told of /

test.each([
  ["as it is", []],
  ["with a broken database", broken.map((table) => `alter table ${table} rename to moved_${table}`)],
])("[OPS-3] what reaches addresses beside the calls stays out of the log, %s", async (_how, changes) => {
  const { logs, text, entries } = collectedLogs("debug")
  const app = await testApp({ logs })
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => app.app.server.closeAllConnections())
  const head = await app.as("head-a1")
  await runAs(app.url, ...changes)
  const lines = () => entries().filter(({ module }) => module === "access")
  const before = lines().length
  for (const [path, init] of requests) {
    const headers = {
      ...(init?.headers as Record<string, string> | undefined),
      authorization: "Bearer leaked-key-0123456789",
      cookie: head.headers["cookie"] ?? "",
      "user-agent": "LeakedBrowser/1.0",
    }
    await (await fetch(`${address}${path}`, { ...init, headers, redirect: "manual" })).text()
  }
  await expect.poll(() => lines().length).toBe(before + requests.length)
  for (const line of text().split("\n")) expect(line).not.toMatch(traces)
  for (const secret of (head.headers["cookie"] ?? "").matchAll(/=([^;]+)/g))
    expect(text()).not.toContain(secret[1])
  expect(text()).not.toMatch(/params:/)
  // Every fault says which call it was in and which request.
  const faults = entries().filter(
    ({ module, err, msg }) => module === "http" && err !== undefined && !ofNoRequest.test(String(msg)),
  )
  expect(faults.filter(({ call, reqId }) => call === undefined || reqId === undefined)).toEqual([])
  expect(new Set(faults.map(({ call }) => String(call).split("/")[1]))).toEqual(
    new Set(changes.length === 0 ? [] : ["scim", "cas", "oidc", "idp"]),
  )
})

test("[OPS-3] a sign-out that can't ask about its source is told without the browser's secret", async () => {
  const { logs, text, entries } = collectedLogs("info")
  const app = await testApp({ logs })
  const head = await app.as("head-a1")
  await runAs(app.url, "alter table oidc_state rename to moved")
  expect((await head.request(accountCalls.signOut, {})).statusCode).toBe(200)
  const fault = entries().find(({ msg }) => msg === "Nobody is sent to sign out at an identity source")
  expect(fault).toMatchObject({ level: "error", err: { cause: { code: "42P01" } } })
  expect(text()).not.toMatch(/params:/)
})

test("[OPS-3] phones and id cards in what another side says of a sign-in are masked in the log", async () => {
  const { logs, entries } = collectedLogs("info")
  const app = await testApp({ logs, innerNetworksForAll: ["127.0.0.1"] })
  const other = await outsideOidc()
  onTestFinished(() => other.close())
  const source = await addSource(app, await app.as("head-a1"), { address: other.origin })
  const visitor = new Visitor(app)
  const back = other.signIn(await visitor.open(source.signInAddress))
  back.searchParams.delete("code")
  back.searchParams.set("error", `40078 ${phone} is locked`)
  expect(problemIn(await visitor.open(back))).toBe("refused")
  const line = entries().find(({ msg }) => msg === "A sign-in by another did not go on")
  expect(line).toMatchObject({ problem: "refused", detail: "40078 *** is locked" })
})
