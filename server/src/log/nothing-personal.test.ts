import type { Call, CallGroup } from "@uc/contract/core/call"
import { accountCalls } from "@uc/contract/account/calls"
import { everyCall } from "@uc/contract/all-calls"
import { sql } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { features } from "../features.ts"
import type { Feature } from "../http/calls/implement-calls.ts"
import type { OpenRequestContext } from "../http/calls/request-context.ts"
import { requestFor, testApp } from "../testing/test-app.ts"
import { collectedLogs } from "../testing/test-logs.ts"

// Two requests for each of hundreds of calls, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

/** What a person may type or a browser may send; nothing else has these letters. */
const typed = { name: "欧阳泄漏", phone: "13987650123", account: "leakedaccount", address: "泄漏路九号" }
const sent = {
  "user-agent": "LeakedBrowser/1.0",
  referer: "http://localhost/leaked-page",
  authorization: "Bearer leaked-token-0123456789",
  "idempotency-key": "leaked-key-0123456789",
  "x-uc-source": "leaked-source",
  "x-uc-signature": "leaked-signature",
}
const inEveryField = Object.values(typed).join(" ")
const traces = /泄漏|13987650123|98765012|leaked/i

/** They would leave the rest without a session. */
const endsSession = new Set<string>(["session.signOut", "session.lock"])

function inputFor({ input }: Call): Record<string, unknown> {
  const own = Object.keys(input.shape).map((name) => [name, inEveryField])
  return { ...Object.fromEntries(own), keyword: inEveryField, [typed.account]: typed.phone }
}

/** Every call takes everything and fails in the database, whose errors quote values. */
function failing({ calls }: Feature): Feature {
  const open = Object.entries(calls).map(([name, call]) => [name, { ...call, input: z.looseObject({}) }])
  const handle = async (input: unknown, { db }: OpenRequestContext) => {
    await db.execute(sql`select ${JSON.stringify(input)}::int`)
  }
  const handlers = Object.fromEntries(Object.keys(calls).map((name) => [name, handle]))
  return { calls: Object.fromEntries(open) as CallGroup, handlers: () => handlers }
}

test.each([
  ["as it is", features],
  [
    "with every call failing in the database",
    Object.fromEntries(
      Object.entries<Feature>(features).map(([noun, feature]) => [
        noun,
        noun === "session" ? feature : failing(feature),
      ]),
    ),
  ],
])("[OPS-3] nothing that people type is in the log: every call, %s", async (_how, parts) => {
  const { logs, text, entries } = collectedLogs("debug")
  const app = await testApp({ logs, features: parts })
  const root = await app.as("platform")
  const cookie = root.headers["cookie"] ?? ""
  const before = entries().filter(({ module }) => module === "access").length
  let count = 0
  for (const { name, call } of everyCall()) {
    const signedIn = endsSession.has(name) ? [] : [{ ...sent, cookie }]
    for (const headers of parts === features ? [...signedIn, sent] : signedIn) {
      await app.app.inject(requestFor(call, inputFor(call), headers))
      count++
    }
  }
  const lines = entries().filter(({ module }) => module === "access")
  expect(lines).toHaveLength(before + count)
  const named = new Set(lines.map((line) => line["call"]))
  const missing = everyCall().filter(({ name }) => !named.has(name) && !endsSession.has(name))
  expect([missing, named.size]).toEqual([[], expect.any(Number)])
  for (const line of text().split("\n")) expect(line).not.toMatch(traces)
  for (const secret of cookie.matchAll(/=([^;]+)/g)) expect(text()).not.toContain(secret[1])
  expect(text()).not.toMatch(/params:/)
  expect((await root.send(accountCalls.current, {})).orgid).not.toBe("")
})
