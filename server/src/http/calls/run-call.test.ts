import { randomUUID } from "node:crypto"
import { buildingCalls, rangeObjectTypes } from "@uc/contract/buildings/calls"
import { call as declared } from "@uc/contract/core/call"
import { everyCall } from "@uc/contract/all-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { domainCalls } from "@uc/contract/domains/calls"
import {
  acceptWithStatuses,
  httpMessages,
  idempotencyHeader,
  timestampParameter,
} from "@uc/contract/core/http"
import { peopleCalls } from "@uc/contract/people/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { text } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { z } from "zod"
import type { Db } from "../../db/open.ts"
import { authDomain } from "../../db/schema/domains.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { features } from "../../features.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { implementCalls as answered } from "./implement-calls.ts"

const foreignOrigins = [
  "",
  "null",
  "http://evil.example",
  "http://sub.localhost",
  "https://localhost",
  "http://localhost:8081",
]

test("a POST from any other origin is refused before anything is done", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const posts = everyCall().filter(({ call }) => call.method === "POST")
  expect(posts.length).toBeGreaterThan(10)
  const before = await rowsOf(app.url)
  for (const { name, call } of posts) {
    for (const origin of foreignOrigins) {
      const answer = await head.request(call, {}, { origin })
      expect([name, origin, answer.statusCode]).toEqual([name, origin, 403])
      expect(answer.json().msg).toBe(replyMessages.foreignOrigin)
    }
  }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("the configured static address is an own origin", async () => {
  const app = await testApp({
    site: { ...defaultSiteConfig, staticAddress: "https://portal.example.cn/static/usercenter/" },
  })
  const answer = await app.anonymous.request(
    accountCalls.signIn,
    { account: "nobody", password: "0".repeat(32) },
    { origin: "https://portal.example.cn" },
  )
  expect(answer.json().msg).not.toBe(replyMessages.foreignOrigin)
})

test("[AUTH-8] a sensitive call without a grant gets errtype 2 and writes nothing", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const before = await rowsOf(app.url)
  const sensitive = everyCall().filter(({ call }) => call.sensitive !== false)
  expect(sensitive.map(({ call }) => call.path)).toContain(domainCalls.save.path)
  const answer = await head.request(domainCalls.save, { name: "官网", domainIp: "www.a.cn" })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ ret: 0, errtype: errtypes.grantNeeded, mid: "domain" })
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

/** A call of the test whose effect can be counted, and one that is declared to read and tries to write. */
const counting = {
  add: declared({
    service: "usercenter",
    method: "POST",
    path: "/test/add.action",
    permission: null,
    encoding: "form",
    writes: true,
    sensitive: false,
    input: z.object({ name: text(20) }),
    output: z.object({ made: z.string() }),
  }),
  sneak: declared({
    service: "usercenter",
    method: "GET",
    path: "/test/sneak.action",
    permission: null,
    input: z.object({}),
    output: z.object({}),
  }),
}
const countingRoutes = answered(counting, () => {
  const add = async (db: Db, orgId: string, name: string) => {
    const origin = `https://${randomUUID()}.example`
    const [made] = await db.insert(authDomain).values({ orgId, name, domainIp: origin, origin }).returning()
    return { made: made?.id ?? "" }
  }
  return {
    add: ({ name }, { db, user }) => add(db, user.user.orgid, name),
    sneak: async (_input, { db, user }) => {
      await add(db, user.user.orgid, "sneaked")
      return {}
    },
  }
})

async function countingApp() {
  const app = await testApp({ features: { ...features, counting: countingRoutes } })
  const count = async () =>
    ((await rowsOf(app.url))["auth_domain"] ?? []).filter((row) => row.includes("counted")).length
  return { app, count }
}

test("a GET can't write: its transaction is read-only", async () => {
  const { app } = await countingApp()
  const head = await app.as("head-a1")
  const before = await rowsOf(app.url)
  expect((await head.request(counting.sneak, {})).statusCode).toBe(500)
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("[REQ-2] a write with one key happens once, also when its repeats run at the same time", async () => {
  const { app, count } = await countingApp()
  const head = await app.as("head-a1")
  const key = { [idempotencyHeader]: "0f8fad5b-d9cb-469f-a165-70867728950e" }
  const input = { name: "counted" }
  const answers = await Promise.all(Array.from({ length: 5 }, () => head.request(counting.add, input, key)))
  const later = await head.request(counting.add, input, key)
  for (const each of [...answers, later]) {
    expect(each.statusCode).toBe(200)
    expect(each.json()).toEqual(later.json())
  }
  expect(await count()).toBe(1)
  await head.request(counting.add, input, { [idempotencyHeader]: "another-key-of-the-same-person" })
  expect(await count()).toBe(2)
})

test("[REQ-2] a key repeated with other content is refused; keys of two people are apart", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const range = await aRange(head)
  const key = { [idempotencyHeader]: "0f8fad5b-d9cb-469f-a165-70867728950e" }
  await head.send(buildingCalls.saveRelation, range, key)
  const other = await head.request(buildingCalls.saveRelation, { ...range, layerIds: "" }, key)
  expect([other.statusCode, other.json().msg]).toEqual([409, replyMessages.repeated])
  const stranger = await app.as("head-b1")
  await stranger.send(buildingCalls.saveRelation, await aRange(stranger), key)
})

test("a refused write does not use its key up", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const range = await aRange(head)
  const key = { [idempotencyHeader]: "0f8fad5b-d9cb-469f-a165-70867728950e" }
  const refused = await head.request(buildingCalls.saveRelation, { ...range, objectIds: "999999" }, key)
  expect(refused.statusCode).toBe(403)
  await head.send(buildingCalls.saveRelation, range, key)
})

async function aRange(head: TestClient) {
  const { orgid } = await head.send(accountCalls.current, {})
  const [department] = await head.send(departmentCalls.tree, { orgid })
  const departmentid = department?.id ?? ""
  const [layer] = await head.send(buildingCalls.layersOfDepartment, { departmentid })
  return {
    orgid,
    objectIds: departmentid,
    layerIds: layer?.layerId ?? "",
    objectType: rangeObjectTypes.department,
  }
}

test("a doubled parameter is refused, and the timestamp is dropped", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const url = `/usercenter${peopleCalls.search.path}`
  const get = (query: string) =>
    app.app.inject({ url: `${url}?${query}`, headers: { ...head.headers, accept: acceptWithStatuses } })
  expect((await get(`orgid=${orgid}&username=a&${timestampParameter}=1`)).statusCode).toBe(200)
  const doubled = await get(`orgid=${orgid}&orgid=${orgid}&username=a`)
  expect([doubled.statusCode, doubled.json().msg]).toEqual([400, `${replyMessages.badInput}：orgid重复`])
})

test("a call with a fixed parameter is refused without it", async () => {
  const app = await testApp()
  const { headers } = await app.as("head-a1")
  const answer = await app.app.inject({
    url: `/usercenter${peopleCalls.departmentTree.path}?orgid=1`,
    headers: { ...headers, accept: acceptWithStatuses },
  })
  expect([answer.statusCode, answer.json().msg]).toEqual([400, `${replyMessages.badInput}：缺少isneeduser=1`])
})

test("a fault is answered as 500 with a request id and no internal detail", async () => {
  const app = await testApp()
  app.app.get("/boom", () => {
    throw new Error("password=hunter2 at /srv/secret.ts")
  })
  const answer = await app.app.inject({ url: "/boom" })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ ret: 0, msg: httpMessages.serverFault })
  expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{12}\.[0-9a-z]+$/)
})

test("[BARE-15] a deadlock is answered as 503 with a retry time", async () => {
  const app = await testApp()
  const inner = Object.assign(new Error("deadlock detected"), { code: "40P01" })
  app.app.get("/entangled", () => {
    throw new Error("Failed query", { cause: inner })
  })
  const answer = await app.app.inject({ url: "/entangled" })
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"])
  expect(answer.json()).toEqual({ ret: 0, msg: replyMessages.changedConcurrently })
})

test("a handler that throws while its query is under way releases its connection", async () => {
  const calls = {
    hasty: declared({
      service: "usercenter",
      method: "GET",
      path: "/test/hasty",
      permission: null,
      input: z.object({}),
      output: z.object({}),
    }),
  }
  const hasty = answered(calls, () => ({
    hasty: (_input, { db }) => {
      db.execute(sql`select 1`).catch(() => {})
      throw new Error("hasty")
    },
  }))
  const app = await testApp({ features: { ...features, hasty } })
  const head = await app.as("head-a1")
  // More than there are connections.
  for (let times = 0; times < 25; times++) expect((await head.request(calls.hasty, {})).statusCode).toBe(500)
  expect((await head.request(departmentCalls.tree, {})).statusCode).toBeLessThan(500)
})

test("an unknown address is 404 in the envelope", async () => {
  const { app } = await testApp()
  const answer = await app.inject({ url: "/usercenter/no-such-call.action" })
  expect([answer.statusCode, answer.json()]).toEqual([404, { ret: 0, msg: httpMessages.notFound }])
})

test("every answer carries the security headers, and no call may be cached", async () => {
  const app = await testApp()
  for (const { name, call } of everyCall()) {
    const { headers } = await app.anonymous.request(call, {})
    expect([name, headers["cache-control"]]).toEqual([name, "no-store"])
    expect(headers["x-content-type-options"]).toBe("nosniff")
    expect(headers["referrer-policy"]).toBe("no-referrer")
    const policy = String(headers["content-security-policy"])
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("script-src 'self'")
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain("unsafe-inline")
  }
})
