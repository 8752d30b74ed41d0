// @vitest-environment jsdom
import { call } from "@uc/contract/core/call"
import { acceptWithStatuses, defaultTimeoutMs, httpMessages, timeoutsMs } from "@uc/contract/core/http"
import { gridCalls } from "@uc/contract/grids/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { requestAhead } from "./request-ahead.ts"
import { Failure, watchFailures } from "./failure.ts"
import { provideIdentityCheck } from "../session/identity.ts"
import { keptAnswer, send } from "./send.ts"

const name = z.object({ name: z.string() })
const read = call({
  service: "vms",
  method: "GET",
  path: "/read",
  permission: null,
  fixed: { top: "1" },
  input: name.partial(),
  output: name,
})
const form = call({
  service: "ewls",
  method: "POST",
  path: "/form",
  permission: null,
  encoding: "form",
  writes: false,
  input: name,
  output: name,
})
const save = call({
  service: "newusercenter",
  method: "POST",
  path: "/save",
  permission: null,
  encoding: "json",
  writes: true,
  sensitive: false,
  input: name,
  output: name,
})
const poll = call({
  service: "vms",
  method: "GET",
  path: "/poll",
  permission: null,
  answerIn: "ret",
  input: z.object({}),
  output: z.boolean(),
})

interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}
type Answer = (response: ServerResponse) => unknown

function plain(status: number, body: string): Answer {
  return (response) => response.writeHead(status, { "content-type": "application/json" }).end(body)
}
function json(body: unknown, status = 200): Answer {
  return plain(status, JSON.stringify(body))
}
const redirect: Answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end()
const broken: Answer = (response) => response.destroy()
const empty = plain(200, "")
const hang: Answer = () => undefined
const fine = json({ ret: 1, data: { name: "好" } })

let server: Server
let seen: Seen[] = []
let answers: Answer[] = []
let told: string[] = []
/** What the person was asked to prove, and their answer. */
let proofs: string[] = []
let isProven: (mid: string) => boolean | Promise<boolean>

/** A server of our own on loopback: what `fetch` really does is part of what is tested. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://x")
    if (url.pathname === "/config.json") {
      const services = Object.fromEntries(
        Object.keys(defaultSiteConfig.services).map((key) => [key, `${base()}/${key}/`]),
      )
      json({ ...defaultSiteConfig, services })(response)
      return
    }
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      seen.push({
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      ;(answers.shift() ?? fine)(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  document.head.innerHTML = `<base href="${base()}/">`
})

function base(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  seen = []
  answers = []
  told = []
  proofs = []
  isProven = () => false
  provideIdentityCheck(async (mid) => {
    proofs.push(mid)
    return isProven(mid)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
watchFailures(({ kind }) => told.push(kind))

async function failureOf(sent: Promise<unknown>): Promise<Failure> {
  const error: unknown = await sent.then(
    () => new Error("it went well"),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Failure)) throw error
  return error
}

/** Until the server has seen that many requests. */
async function arrived(count: number): Promise<void> {
  await vi.waitFor(() => expect(seen).toHaveLength(count))
}

describe("what is sent", () => {
  test("[SHELL-3] an answer requested ahead is used once; the next call asks the server", async () => {
    answers = [json({ ret: 1, data: { name: "早" } }), json({ ret: 1, data: { name: "晚" } })]
    await requestAhead({ service: "vms", path: "/read" }, "?top=1")
    await arrived(1)
    await expect(send(read, {})).resolves.toEqual({ name: "早" })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.query.has("request_timestamp")).toBe(true)
    await expect(send(read, {})).resolves.toEqual({ name: "晚" })
    expect(seen).toHaveLength(2)
  })

  test("[SHELL-3] what was asked ahead about something else, or long ago, is no answer", async () => {
    await requestAhead({ service: "vms", path: "/read" }, "?top=1")
    await arrived(1)
    await send(read, { name: "另一个" })
    expect(seen).toHaveLength(2)
    const laterMs = Date.now() + 21_000
    vi.spyOn(Date, "now").mockReturnValue(laterMs)
    await send(read, {})
    expect(seen).toHaveLength(3)
  })

  test("[SPEC-3] every request asks for status codes, by a header that needs no preflight", async () => {
    await requestAhead({ service: "vms", path: "/ahead" })
    await send(read, {})
    await send(form, { name: "表单" })
    await send(save, { name: "保存" })
    expect(seen.map(({ headers }) => headers.accept)).toEqual(seen.map(() => acceptWithStatuses))
    expect(seen).toHaveLength(4)
    // What the Fetch standard lets through for `Accept`.
    expect(acceptWithStatuses).toMatch(/^[^"():<>?@[\\\]{}\x7f]{1,128}$/)
  })

  test("[REQ-1] a GET carries its fixed part, its parameters and a timestamp in the query", async () => {
    const before = Date.now()
    await expect(send(read, { name: "张 三&" })).resolves.toEqual({ name: "好" })
    const [{ method, path, query } = never()] = seen
    expect([method, path]).toEqual(["GET", "/vms/read"])
    expect(query.get("top")).toBe("1")
    expect(query.get("name")).toBe("张 三&")
    expect(Number(query.get("request_timestamp"))).toBeGreaterThanOrEqual(before)
  })

  test("[REQ-1] a form POST carries its input as a form, the timestamp in the query", async () => {
    await send(form, { name: "张&三" })
    const [{ path, query, headers, body } = never()] = seen
    expect(path).toBe("/ewls/form")
    expect(headers["content-type"]).toContain("application/x-www-form-urlencoded")
    expect([...new URLSearchParams(body)]).toEqual([["name", "张&三"]])
    expect(query.has("request_timestamp")).toBe(true)
  })

  test("[REQ-1] a JSON POST carries JSON, the timestamp in the query", async () => {
    await send(save, { name: "张三" })
    const [{ path, query, headers, body } = never()] = seen
    expect(path).toBe("/newusercenter/save")
    expect(headers["content-type"]).toBe("application/json")
    expect(JSON.parse(body)).toEqual({ name: "张三" })
    expect(query.has("request_timestamp")).toBe(true)
  })

  test("[REQ-1] what was left out does not travel", async () => {
    await send(read, { name: undefined })
    expect(seen[0]?.query.has("name")).toBe(false)
  })

  test("[REQ-1] every kind is sent with credentials, and follows no redirect by itself", async () => {
    const fetch = vi.spyOn(globalThis, "fetch")
    await send(read, {})
    await send(form, { name: "a" })
    await send(save, { name: "a" })
    for (const [, init] of fetch.mock.calls)
      expect(init).toMatchObject({ credentials: "include", redirect: "manual" })
    expect(fetch).toHaveBeenCalledTimes(3)
  })
})

describe("two that are equal", () => {
  test("[REQ-2] the later one cancels the earlier one, which gets a cancellation", async () => {
    answers = [hang]
    const earlier = failureOf(send(read, { name: "同" }))
    await arrived(1)
    await expect(send(read, { name: "同" })).resolves.toEqual({ name: "好" })
    expect((await earlier).kind).toBe("cancelled")
  })

  test("[REQ-2] another parameter, path or body is another request", async () => {
    const all = await Promise.all([
      send(read, { name: "一" }),
      send(read, { name: "二" }),
      send(form, { name: "一" }),
      send(form, { name: "二" }),
      send(save, { name: "一" }),
    ])
    expect(all).toHaveLength(5)
    expect(told).toEqual([])
  })

  test("[REQ-2] once it has answered, the same request may be made again", async () => {
    await send(read, { name: "同" })
    await send(read, { name: "同" })
    expect(told).toEqual([])
  })

  test("[REQ-2] a write carries a key; repeated while it runs it carries the same, later another", async () => {
    answers = [hang]
    const first = failureOf(send(save, { name: "写" }))
    await arrived(1)
    await send(save, { name: "写" })
    await first
    await send(save, { name: "写" })
    const [one, two, three] = seen.map(({ headers }) => headers["idempotency-key"])
    expect(one).toMatch(/^[0-9a-f]{32}$/)
    expect(two).toBe(one)
    expect(three).not.toBe(one)
  })

  test("[REQ-2] a key that is handed in is used; a read carries none", async () => {
    await send(save, { name: "写" }, { idempotencyKey: "mine" })
    await send(form, { name: "读" })
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["mine", undefined])
  })

  test("[REQ-2] a caller that gives up gets a cancellation", async () => {
    answers = [hang]
    const controller = new AbortController()
    const given = failureOf(send(read, {}, { signal: controller.signal }))
    await arrived(1)
    controller.abort()
    expect((await given).kind).toBe("cancelled")
  })
})

describe("how long it waits", () => {
  test("[REQ-3] the contract's limits are the specification's", () => {
    expect(read.timeoutMs).toBe(5000)
    expect(defaultTimeoutMs).toBe(5000)
    expect(accountCalls.signIn.timeoutMs).toBe(20000)
    expect(Object.values(gridCalls).map(({ timeoutMs }) => timeoutMs)).toContain(15000)
    expect(timeoutsMs).toMatchObject({ riskStatistics: 5000, assessment: 50000, verificationCode: 5000 })
  })

  test.each([
    ["the default", read, 5000],
    ["the call's own", { ...read, timeoutMs: 15000 }, 15000],
  ])("[REQ-3] %s limit ends it with 加载超时, not a millisecond earlier", async (_which, slow, limitMs) => {
    await send(form, { name: "the configuration is read before the clock is ours" })
    answers = [hang]
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    let failure: Failure | undefined
    const sent = failureOf(send(slow, {})).then((reason) => (failure = reason))
    await vi.advanceTimersByTimeAsync(limitMs - 1)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect([failure?.kind, failure?.message]).toEqual(["timeout", "加载超时"])
  })

  test("[REQ-3] the limit holds for the whole answer, also when its beginning was quick", async () => {
    answers = [(response) => response.writeHead(200).write('{"ret":1,')]
    const failure = await failureOf(send({ ...read, timeoutMs: 200 }, {}))
    expect(failure.kind).toBe("timeout")
  })
})

describe("what an answer means", () => {
  test.each([
    ["[REQ-4] 302", redirect, "sign-in-again", "请重新登录"],
    ["[REQ-5] 404", json({ ret: 0, msg: "x" }, 404), "not-found", "请求地址出错"],
    ["[REQ-5] 500", json({ ret: 0, msg: "x" }, 500), "server", "服务器内部错误"],
    [
      "[REQ-5] 503: the server can't work now",
      json({ ret: 0, msg: "x" }, 503),
      "slow",
      "当前网络较慢，请检查",
    ],
    [
      "[BARE-15] 503 because two changed the same: nothing was done",
      json({ ret: 0, msg: "其他人正在同时修改相关内容，本次操作没有执行，请刷新后再试" }, 503),
      "refused",
      "其他人正在同时修改相关内容，本次操作没有执行，请刷新后再试",
    ],
    ["[REQ-5] 502 of a proxy", plain(502, "<html>"), "server", "服务器内部错误"],
    ["[REQ-5] result code -1", json({ ret: -1, msg: "x" }), "server", "请求出错"],
    ["[REQ-5] an empty answer", empty, "slow", "当前网络较慢，请检查"],
    ["[REQ-5] no answer", broken, "slow", "当前网络较慢，请检查"],
    [
      "[REQ-6] errtype -1",
      json({ ret: 0, errtype: -1, msg: "请先登录" }, 401),
      "signed-out",
      "用户无效,请重新登录",
    ],
    ["[REQ-6] errtype -1 with ret -1", json({ ret: -1, errtype: -1 }), "signed-out", "用户无效,请重新登录"],
    ["[REQ-6] errtype 3", json({ ret: 0, errtype: 3, msg: "已锁定" }, 403), "locked", "已锁定"],
    ["[REQ-6] errtype 2", json({ ret: 0, errtype: 2, mid: "7", msg: "需要验证" }, 403), "reauth", "需要验证"],
    ["a refusal", json({ ret: 0, msg: "名称重复" }, 400), "refused", "名称重复"],
    ["a refusal with status 200", json({ ret: 0, msg: "名称重复" }), "refused", "名称重复"],
    ["a refusal where ret is a boolean", json({ ret: false, msg: "名称重复" }), "refused", "名称重复"],
    ["a refused answer that claims success", json({ ret: 1, data: { name: "x" } }, 403), "refused", ""],
  ] as const)("%s", async (_title, answer, kind, message) => {
    answers = [answer]
    const failure = await failureOf(send(read, {}))
    expect([failure.kind, failure.message]).toEqual([kind, message])
    expect(told).toEqual([kind])
    // Only a lock and a missing grant can be solved by the person.
    expect(proofs).toEqual(kind === "locked" ? ["unlock"] : kind === "reauth" ? ["7"] : [])
  })

  test.each([
    ["no JSON", plain(200, "<html>")],
    ["no envelope", json([1])],
    ["no data", json({ ret: 1 })],
    ["a wrong field", json({ ret: 1, data: { name: 7 } })],
  ] as const)("[REQ-8] %s: a clear message, and the console names the call", async (_title, answer) => {
    const log = vi.spyOn(console, "error").mockReturnValue(undefined)
    answers = [answer]
    const failure = await failureOf(send(read, {}))
    expect([failure.kind, failure.message]).toEqual(["malformed", httpMessages.malformed])
    expect(log.mock.calls[0]?.[0]).toContain("GET vms/read")
  })

  test("[REQ-5] a service that can't be reached", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"))
    expect((await failureOf(send(read, {}))).message).toBe("当前网络较慢，请检查")
  })

  test("[REQ-4] a browser's opaque redirect", async () => {
    const opaque = { type: "opaqueredirect", status: 0, text: () => Promise.resolve("") } as Response
    vi.spyOn(globalThis, "fetch").mockResolvedValue(opaque)
    expect((await failureOf(send(read, {}))).kind).toBe("sign-in-again")
  })

  test("errtype and module id stay with the failure", async () => {
    answers = [json({ ret: 0, errtype: 1, msg: "验证失败" }), json({ ret: 0, errtype: 2, mid: "7" })]
    expect(await failureOf(send(read, {}))).toMatchObject({ kind: "refused", errtype: 1 })
    expect(await failureOf(send(read, {}))).toMatchObject({ kind: "reauth", mid: "7" })
  })

  test("[LOGIN-3] a second factor is asked for with the ticket and the masked phone of the sign-in", async () => {
    answers = [json({ ret: 0, errtype: 4, msg: "请输入验证码", ticket: "t1", phone: "138****5678" }, 403)]
    expect(await failureOf(send(read, {}))).toMatchObject({
      kind: "second-factor",
      message: "请输入验证码",
      ticket: "t1",
      phone: "138****5678",
    })
  })

  test("ret true counts as success; where ret is the answer, false is one too", async () => {
    answers = [json({ ret: true, data: { name: "好" } }), json({ ret: true }), json({ ret: false })]
    await expect(send(read, {})).resolves.toEqual({ name: "好" })
    await expect(send(poll, {})).resolves.toBe(true)
    await expect(send(poll, {})).resolves.toBe(false)
  })
})

const locked = json({ ret: 0, errtype: 3, msg: "已锁定" }, 403)
const ungranted = json({ ret: 0, errtype: 2, mid: "password", msg: "需要再次验证身份" }, 403)
const keys = () => seen.map(({ headers }) => headers["idempotency-key"])

describe("what the person can put right", () => {
  test("[AUTH-8] after re-authentication a refused call is repeated unchanged, with its key", async () => {
    answers = [ungranted]
    isProven = () => true
    await expect(send(save, { name: "写" })).resolves.toEqual({ name: "好" })
    expect(proofs).toEqual(["password"])
    expect(seen.map(({ body }) => body)).toEqual(['{"name":"写"}', '{"name":"写"}'])
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys()[1]).toBe(keys()[0])
    expect(told).toEqual([])
  })

  test("[REQ-6] a call of a locked session is repeated after the unlocking", async () => {
    answers = [locked]
    isProven = () => true
    await expect(send(read, { name: "读" })).resolves.toEqual({ name: "好" })
    expect(proofs).toEqual(["unlock"])
    expect(told).toEqual([])
  })

  test("[AUTH-8] declined re-authentication fails the call with the server's sentence, shown once", async () => {
    answers = [ungranted]
    const failure = await failureOf(send(save, { name: "写" }))
    expect([failure.kind, failure.message, failure.mid]).toEqual(["reauth", "需要再次验证身份", "password"])
    expect(seen).toHaveLength(1)
    expect(told).toEqual(["reauth"])
  })

  test("[AUTH-8] a call refused again after the proof is refused, without a loop", async () => {
    answers = [ungranted, ungranted]
    isProven = () => true
    expect((await failureOf(send(save, { name: "写" }))).kind).toBe("reauth")
    expect(proofs).toEqual(["password"])
    expect(seen).toHaveLength(2)
  })

  test("[REQ-6][AUTH-8] locked first and in need of a grant then: asked for each, one key for all three", async () => {
    answers = [locked, ungranted]
    isProven = () => true
    await send(save, { name: "写" })
    expect(proofs).toEqual(["unlock", "password"])
    expect(new Set(keys()).size).toBe(1)
    expect(seen).toHaveLength(3)
  })

  test("[REQ-6] calls that fail at once wait for the same answer", async () => {
    answers = [locked, locked, locked]
    let prove: (value: boolean) => void = () => undefined
    isProven = () => new Promise((resolve) => (prove = resolve))
    const all = ["一", "二", "三"].map((word) => send(read, { name: word }))
    await arrived(3)
    await vi.waitFor(() => expect(proofs).toEqual(["unlock"]))
    prove(true)
    await Promise.all(all)
    expect(proofs).toEqual(["unlock"])
    expect(seen).toHaveLength(6)
  })

  test("[REQ-2] a write replaced during re-authentication is cancelled", async () => {
    answers = [ungranted, ungranted]
    let prove: (value: boolean) => void = () => undefined
    isProven = () => new Promise((resolve) => (prove = resolve))
    const earlier = failureOf(send(save, { name: "写" }))
    await vi.waitFor(() => expect(proofs).toHaveLength(1))
    const later = send(save, { name: "写" })
    await arrived(2)
    expect((await earlier).kind).toBe("cancelled")
    prove(true)
    await later
    expect(proofs).toEqual(["password"])
    expect(new Set(keys()).size).toBe(1)
    expect(seen).toHaveLength(3)
  })

  test("[REQ-2] a caller that gives up while the person is asked is not sent again", async () => {
    answers = [locked]
    let prove: (value: boolean) => void = () => undefined
    isProven = () => new Promise((resolve) => (prove = resolve))
    const controller = new AbortController()
    const given = failureOf(send(read, { name: "弃" }, { signal: controller.signal }))
    await vi.waitFor(() => expect(proofs).toHaveLength(1))
    controller.abort()
    expect((await given).kind).toBe("cancelled")
    prove(true)
    await send(read, { name: "后" })
    expect(seen.map(({ query }) => query.get("name"))).toEqual(["弃", "后"])
  })

  test("[REQ-3] after a proof, which has no time limit, the call has its whole time again", async () => {
    await send(form, { name: "the configuration is read before the clock is ours" })
    seen = []
    answers = [locked, hang]
    let prove: (value: boolean) => void = () => undefined
    isProven = () => new Promise((resolve) => (prove = resolve))
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    let failure: Failure | undefined
    const sent = failureOf(send(read, {})).then((reason) => (failure = reason))
    while (proofs.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(60_000)
    prove(true)
    while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(4999)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect(failure?.kind).toBe("timeout")
  })

  test("[REQ-6] a lock or missing grant does not end a session, errtype -1 does", async () => {
    answers = [locked, ungranted, json({ ret: 0, errtype: -1 }, 401)]
    await failureOf(send(read, { name: "一" }))
    await failureOf(send(read, { name: "二" }))
    await failureOf(send(read, { name: "三" }))
    expect(told).toEqual(["locked", "reauth", "signed-out"])
    expect(proofs).toEqual(["unlock", "password"])
  })
})

function never(): never {
  throw new Error("nothing has arrived")
}

test("[WARN-7] a stored answer is returned for 304; only calls that store one send its tag", async () => {
  const kept = keptAnswer()
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  answers = [
    (response) =>
      response.writeHead(200, { etag: '"a"', date }).end(JSON.stringify({ ret: 1, data: { name: "好" } })),
    (response) => response.writeHead(304, { etag: '"a"' }).end(),
    (response) =>
      response.writeHead(200, { etag: '"b"' }).end(JSON.stringify({ ret: 1, data: { name: "新" } })),
    fine,
  ]
  const names = [
    await send(read, {}, { kept }),
    await send(read, {}, { kept }),
    await send(read, {}, { kept }),
    await send(read, {}),
  ]
  expect(names.map(({ name: words }) => words)).toEqual(["好", "好", "新", "好"])
  expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"a"', '"a"', undefined])
  answers = [(response) => response.writeHead(304).end()]
  await expect(send(read, {})).rejects.toThrow(httpMessages.signInAgain)
})

test("[WARN-1] how far the server's clock is ahead is known from its answer", async () => {
  const kept = keptAnswer()
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  answers = [
    (response) => response.writeHead(200, { date }).end(JSON.stringify({ ret: 1, data: { name: "好" } })),
  ]
  await send(read, {}, { kept })
  expect(Math.abs(kept.aheadMs - 3_600_000)).toBeLessThan(10_000)
})
