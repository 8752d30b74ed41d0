import { requestBudgets } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { InjectOptions } from "fastify"
import { expect, test } from "vitest"
import { openDatabase } from "../db/open.ts"
import { requestFor, testApp } from "../testing/test-app.ts"
import { TokenBuckets } from "../security/token-buckets.ts"

const { address, session } = requestBudgets

/** With this budget in requests per second (0: no limit), and a clock that stands until it is moved. */
async function strictApp(budget: { perAddress?: number; perSession?: number }, trustedProxies = 0) {
  const clock = { ms: 0 }
  const app = await testApp({
    requestBudget: { perAddress: 0, perSession: 0, ...budget },
    trustedProxies,
    nowMs: () => clock.ms,
  })
  /** Sends so many requests and gives how many answers of each status there were. */
  const times = async (count: number, how: InjectOptions) => {
    const counts: Record<number, number> = {}
    for (let at = 0; at < count; at++) {
      const { statusCode } = await app.app.inject(how)
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
    return counts
  }
  return { ...app, clock, times }
}

const saved = address.savedS
const from = (remoteAddress: string, url = "/nothing"): InjectOptions => ({ url, remoteAddress })

test("[BARE-14] an address over its budget gets 429 with a wait, and is served after it", async () => {
  const { app, clock, times } = await strictApp({ perAddress: 1 })
  expect(await times(saved + 3, from("10.0.0.1"))).toEqual({ 404: saved, 429: 3 })
  const answer = await app.inject(from("10.0.0.1"))
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, "1"])
  expect(answer.json()).toEqual({ ret: 0, msg: replyMessages.crowded })
  expect(await times(1, from("10.0.0.2"))).toEqual({ 404: 1 })
  clock.ms += 1000
  expect(await times(2, from("10.0.0.1"))).toEqual({ 404: 1, 429: 1 })
})

test("[BARE-14] the budget is checked first: a flood makes no query", async () => {
  const strict = await strictApp({ perAddress: 1 })
  const nowhere = openDatabase("postgresql://uc@127.0.0.1:1/uc", () => {})
  const cut = await strict.another({ database: nowhere })
  const request = { ...requestFor(accountCalls.current, {}, { cookie: `uc_sid=${"x".repeat(43)}` }) }
  for (let at = 0; at < saved; at++) expect((await cut.app.inject(request)).statusCode).toBe(503)
  expect((await cut.app.inject(request)).statusCode).toBe(429)
  expect((await strict.app.inject(request)).statusCode).toBe(401)
})

test("[BARE-14] an IPv6 network shares a budget, and so do all forms of one IPv4 address", async () => {
  const { times } = await strictApp({ perAddress: 1 })
  expect(await times(saved, from("2001:db8:1:2::1"))).toEqual({ 404: saved })
  expect(await times(1, from("2001:db8:1:2:ffff::9"))).toEqual({ 429: 1 })
  expect(await times(1, from("2001:db8:1:3::1"))).toEqual({ 404: 1 })
  expect(await times(saved, from("10.0.0.1"))).toEqual({ 404: saved })
  expect(await times(1, from("::ffff:10.0.0.1"))).toEqual({ 429: 1 })
})

test("[BARE-14] behind a trusted proxy the caller's address is counted, not a forged one", async () => {
  const trusted = await strictApp({ perAddress: 1 }, 1)
  const by = (caller: string) => ({ ...from("10.0.0.9"), headers: { "x-forwarded-for": caller } })
  expect(await trusted.times(saved + 1, by("198.51.100.1"))).toEqual({ 404: saved, 429: 1 })
  expect(await trusted.times(1, by("198.51.100.2"))).toEqual({ 404: 1 })
  const plain = await strictApp({ perAddress: 1 })
  expect(await plain.times(saved, by("198.51.100.1"))).toEqual({ 404: saved })
  expect(await plain.times(1, by("198.51.100.2"))).toEqual({ 429: 1 })
})

test("[BARE-14] a flooding session is refused, another at the same address is served", async () => {
  const strict = await strictApp({ perSession: 1 })
  const [one, other] = [await strict.as("head-a1"), await strict.as("teacher-a1")]
  const current = (headers: Record<string, string>) => requestFor(accountCalls.current, {}, headers)
  expect(await strict.times(session.savedS + 2, current(one.headers))).toEqual({
    200: session.savedS,
    429: 2,
  })
  expect((await one.request(accountCalls.current, {})).json().msg).toBe(replyMessages.busy)
  expect(await strict.times(1, current(other.headers))).toEqual({ 200: 1 })
})

test("[BARE-14] health checks have no budget, and the portal's files have their own", async () => {
  const { times } = await strictApp({ perAddress: 1 })
  expect(await times(saved + 1, from("10.0.0.1"))).toEqual({ 404: saved, 429: 1 })
  expect(await times(saved + 1, from("10.0.0.1", `${portalBase}x.js`))).toEqual({ 404: saved, 429: 1 })
  for (const url of ["/healthz", "/readyz"])
    expect(await times(saved + 1, from("10.0.0.1", url))).toEqual({ 200: saved + 1 })
})

test("[BARE-14] a budget of 0 means no limit", async () => {
  const { times } = await strictApp({ perAddress: 0 })
  expect(await times(100, from("10.0.0.1"))).toEqual({ 404: 100 })
})

test("[BARE-14] a school of 3,000 behind one address is never refused", () => {
  const people = 3000
  const clock = { ms: 0 }
  const calls = new TokenBuckets(address, () => clock.ms)
  const files = new TokenBuckets(address, () => clock.ms)
  const refused = { calls: 0, files: 0 }
  const request = (count: number, of: "calls" | "files") => {
    const buckets = of === "calls" ? calls : files
    for (let at = 0; at < count; at++) if (buckets.take("school") > 0) refused[of]++
  }
  const morningS = 600
  for (let second = 0; second < morningS + 120; second++) {
    clock.ms += 1000
    const present = Math.min(people, (people * second) / morningS)
    // Nobody gets an event stream, so all pages poll, with open monitors: the numbers are those of `requestBudgets`.
    request((present * 2) / 6 + (present * 2) / 30 + present / 60, "calls")
    if (second < morningS) request((people * 40) / morningS, "files")
    if (second < morningS) request((people * 40) / morningS, "calls")
  }
  // An alarm that reaches all of them in the same moment.
  request(people * 3, "calls")
  expect(refused).toEqual({ calls: 0, files: 0 })
})

test("[FAULT-14] an address saves up what an alarm to a school of 3,000 needs, and hardly more", () => {
  const [people, polledInItsSecond] = [3000, 1250]
  const needed = people * 3 + polledInItsSecond
  expect(address.perSecond * address.savedS).toBeGreaterThanOrEqual(needed)
  expect(address.perSecond * address.savedS).toBeLessThan(needed * 1.05)
})

test("[BARE-14] a million addresses do not fill the memory", () => {
  const buckets = new TokenBuckets(address, () => 0)
  for (let at = 0; at < 1_000_000; at++) buckets.take(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
  expect(buckets.size).toBeLessThanOrEqual(40_000)
})

test("[BARE-14] a cookie that is no token is not stored as one, however long it is", async () => {
  const { times } = await strictApp({ perSession: 1 })
  const asOften = session.savedS + 1
  const how = (value: string) => ({ url: "/nothing", headers: { cookie: `uc_sid=${value}` } })
  expect(await times(asOften, how("x".repeat(12_000)))).toEqual({ 404: asOften })
  expect(await times(asOften, how("x".repeat(43)))).toEqual({ 404: asOften - 1, 429: 1 })
})

test("[BARE-14] a bucket in use is not dropped while others come and go", () => {
  const clock = { ms: 0 }
  const buckets = new TokenBuckets({ perSecond: 0.001, savedS: 1000 }, () => clock.ms)
  expect(buckets.take("one")).toBe(0)
  expect(buckets.take("one")).toBe(1000)
  for (let at = 0; at < 30_000; at++) buckets.take(`other ${at}`)
  expect(buckets.take("one")).toBe(1000)
})
