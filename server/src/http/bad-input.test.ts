import { connect } from "node:net"
import type { Call } from "@uc/contract/core/call"
import { everyCall } from "@uc/contract/all-calls"
import { acceptWithStatuses } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import fc from "fast-check"
import type { InjectOptions, LightMyRequestResponse } from "fastify"
import { beforeAll, describe, expect, inject, test } from "vitest"
import { watchRows } from "../testing/test-rows.ts"
import { testApp, type TestApp, type TestClient } from "../testing/test-app.ts"

/**
 * Every call of the contract, also those that are added later: whatever the input, the answer is a refusal (4xx) in the
 * agreed envelope or a success, never a fault, never a hang; and a refused request has written nothing.
 */

/** The cases are random, and different ones in each run. */
const runsPerCall = inject("isWhole") ? 60 : 8

const hostileText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\uD800",
    "x\uDC00y",
    "-1",
    "1e3",
    "0x10",
    "9223372036854775808",
    "NaN",
    "null",
    "undefined",
    "true",
    "[object Object]",
    "__proto__",
    "constructor",
    "'; drop table person; --",
    "1 or 1=1",
    "%' or '1'='1",
    "\\",
    "{1,2}",
    "{}",
    "[]",
    "$1",
    "${7*7}",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "\u202Egnp.exe",
    "ＡＢＣ",
    "🧑‍🏫".repeat(20),
    "长".repeat(300),
    "9".repeat(5000),
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
)

const hostileJson = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, true, -1, 1.5, 1e308, [], {}, [[[[]]]], { __proto__: { admintype: 9 } }),
)

/** Keys of the call's own shape, so that each of its fields gets bad values, and keys that it does not know. */
function keysOf(call: Call): fc.Arbitrary<string> {
  const own = Object.keys(call.input.shape)
  const unknown = fc.constantFrom(
    "orgid",
    "admintype",
    "usertype",
    "__proto__",
    "constructor",
    "toString",
    "a[b]",
  )
  return own.length === 0 ? unknown : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, unknown)
}

function hostileRequests(call: Call): fc.Arbitrary<InjectOptions> {
  const url = `${defaultSiteConfig.services[call.service]}${call.path}`
  const pairs = (value: fc.Arbitrary<unknown>) => fc.array(fc.tuple(keysOf(call), value), { maxLength: 6 })
  const encoded = (entries: readonly (readonly [string, unknown])[]) =>
    entries.map(([key, value]) => `${percent(key)}=${percent(String(value))}`).join("&")
  const fixed = encoded(Object.entries(call.fixed))
  const request = (query: string, headers: Record<string, string>, payload?: string): InjectOptions => ({
    method: call.method,
    url: [`${url}?${fixed}`, query].filter(Boolean).join("&"),
    headers: {
      accept: acceptWithStatuses,
      ...(call.fromServers ? {} : { origin: "http://localhost" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const contentType = (type: string) => ({ "content-type": type })
  const form = contentType("application/x-www-form-urlencoded")
  const json = contentType("application/json")

  const inQuery = pairs(hostileText).map((entries) => request(encoded(entries), {}))
  if (call.method === "GET") return inQuery
  return fc.oneof(
    inQuery,
    pairs(hostileText).map((entries) => request("", form, encoded(entries))),
    pairs(hostileJson).map((entries) => request("", json, jsonOf(entries))),
    fc.tuple(pairs(hostileText), pairs(hostileText)).map(([a, b]) => request(encoded(a), form, encoded(b))),
    fc.string({ unit: "binary", maxLength: 200 }).map((body) => request("", json, body)),
    fc
      .constantFrom(
        "{",
        "[",
        '{"a":',
        "[".repeat(30_000),
        '{"__proto__":{"x":1}}',
        "null",
        "1",
        '"x"',
        "[1]",
        "",
      )
      .map((body) => request("", json, body)),
    fc
      .constantFrom("text/plain", "multipart/form-data", "application/xml", "text/html; charset=utf-7", "x")
      .map((type) => request("", contentType(type), "a=1")),
    fc.constantFrom(form, json).map((headers) => request("", headers, "x".repeat(1_000_000))),
  )
}

/** Also what encodeURIComponent refuses to write. */
function percent(text: string): string {
  return [...Buffer.from(text, "utf8")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")
}

/** By hand, because JSON.stringify of an object would drop a doubled key and an own `__proto__`. */
function jsonOf(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`
}

function expectRefusalOrSuccess(answer: LightMyRequestResponse, request: InjectOptions): void {
  const requestText = JSON.stringify(request).slice(0, 2000)
  expect(answer.statusCode, `${answer.body}\n${requestText}`).toBeLessThan(500)
  const reply = answer.json()
  expect(["number", "boolean"], requestText).toContain(typeof reply.ret)
  if (answer.statusCode >= 400) {
    expect(reply.ret, requestText).toBe(0)
    expect(reply.msg, requestText).toEqual(expect.stringMatching(/\p{Script=Han}/u))
    expect(answer.body).not.toMatch(/node_modules|select |insert |\.ts:|Error:|Invalid|expected|received/)
  }
}

describe("bad input", () => {
  let app: TestApp
  // One session and one table of row counts for all calls: there are hundreds, and both take long to make.
  let head: TestClient
  let watch: Awaited<ReturnType<typeof watchRows>>
  const cleanUps: (() => Promise<void>)[] = []
  beforeAll(async () => {
    app = await testApp({}, (cleanUp) => {
      cleanUps.push(cleanUp as () => Promise<void>)
    })
    head = await app.as("head-a1")
    watch = await watchRows(app.url)
    return async () => {
      await watch.end()
      for (const cleanUp of cleanUps) await cleanUp()
    }
  })

  test.each(everyCall().filter(({ call }) => call !== accountCalls.signOut && call !== accountCalls.lock))(
    "$name: a 4xx in the envelope, never a fault, nothing written",
    async ({ call }) => {
      const { headers: cookie } = head
      let isRefusedAlways = true
      await fc.assert(
        fc.asyncProperty(hostileRequests(call), async (request) => {
          const answer = await app.app.inject({ ...request, headers: { ...request.headers, ...cookie } })
          expectRefusalOrSuccess(answer, request)
          isRefusedAlways &&= answer.statusCode >= 400
        }),
        { numRuns: runsPerCall },
      )
      const written = await watch.changes()
      if (!call.writes || isRefusedAlways) expect(written).toEqual([])
    },
  )

  test("bad input does not end the session", async () => {
    expect((await head.request(accountCalls.current, {})).statusCode).toBe(200)
  })

  test("a body of 1 MB is refused as too large", async () => {
    const { headers } = await app.as("head-a1")
    const answer = await app.app.inject({
      method: "POST",
      url: `/usercenter${accountCalls.signIn.path}`,
      headers: {
        ...headers,
        origin: "http://localhost",
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: `account=${"x".repeat(1_000_000)}`,
    })
    expect([answer.statusCode, answer.json().msg]).toEqual([413, replyMessages.tooLarge])
  })

  test.each([
    "/%",
    "/usercenter/%c0%ae",
    "/%00",
    `/${"a".repeat(20_000)}`,
    "/usercenter/../../etc/passwd",
    "//evil",
  ])("an address like %.20s is answered below 500", async (url) => {
    const answer = await app.app.inject({ url })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json().ret).toBe(0)
  })

  test.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["64 kB of headers", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(65_000)}\r\n\r\n`, 431],
  ])("%s is answered in the envelope, with the headers", async (_what, sent, status) => {
    const address = new URL(
      await app.app.listen({ port: 0, host: "127.0.0.1" }).catch(() => app.app.listeningOrigin),
    )
    const socket = connect(Number(address.port), address.hostname)
    socket.end(sent)
    const answer = (await socket.toArray()).join("")
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain("x-content-type-options: nosniff")
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ ret: 0 })
  })
})
