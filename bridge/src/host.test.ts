import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { BridgeRefusal, createBridgeHost, type BridgeHost, type GuestFrame, type HostParts } from "./host.ts"
import type { Invocation } from "./invocation.ts"
import { bridgeMessages, farewell, greetingOf, protocolLimits } from "./protocol.ts"
import { refusalMessages } from "./refusals.ts"

const school = "https://oa.school.example"
const other = "https://video.school.example"

interface FakeFrame extends GuestFrame, EventTarget {
  readonly contentWindow: { readonly postMessage: (...args: readonly unknown[]) => void }
  /** What its window was sent: text, target origin, ports. */
  readonly got: (readonly unknown[])[]
}

let portalWindow: EventTarget
let host: BridgeHost<FakeFrame>
let performed: { readonly invocation: Invocation; readonly signal: AbortSignal }[]
let warnings: string[]
let allowed: Set<string>
let nowMs: number
let perform: HostParts<FakeFrame>["perform"]
let may: HostParts<FakeFrame>["may"]
const clients: MessagePort[] = []

beforeEach(() => {
  portalWindow = new EventTarget()
  performed = []
  warnings = []
  allowed = new Set([school, other])
  nowMs = 0
  perform = async () => "done"
  may = () => true
  host = createBridgeHost<FakeFrame>({
    window: portalWindow as Window,
    isAllowed: async (origin) => allowed.has(origin),
    may: (origin, method) => may(origin, method),
    perform: (invocation, by) => {
      performed.push({ invocation, signal: by.signal })
      return perform(invocation, by)
    },
    warn: (sentence) => warnings.push(sentence),
    nowMs: () => nowMs,
  })
})

afterEach(() => {
  host.stop()
  for (const port of clients.splice(0)) port.close()
})

function newFrame(): FakeFrame {
  const got: (readonly unknown[])[] = []
  const contentWindow = { postMessage: (...args: readonly unknown[]) => void got.push(args) }
  return Object.assign(new EventTarget(), { got, contentWindow })
}

interface Knock {
  readonly from?: unknown
  readonly origin?: string
  readonly data?: unknown
}

/** A message as a browser would deliver it. */
function knock({ from = null, origin = school, data = greetingOf("hello", "a") }: Knock): void {
  const event = new Event("message")
  Object.assign(event, { data, origin, source: from })
  portalWindow.dispatchEvent(event)
}

/** Long enough for everything that is under way here to have arrived. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

interface Client {
  readonly port: MessagePort
  readonly received: unknown[]
  readonly say: (message: unknown) => void
  readonly ask: (method: string, ...args: readonly unknown[]) => void
}

async function connected(frame: FakeFrame, { origin = school, id = "a" } = {}): Promise<Client> {
  knock({ from: frame.contentWindow, origin, data: greetingOf("hello", id) })
  await vi.waitFor(() => expect(frame.got.at(-1)?.[0]).toBe(greetingOf("welcome", id)))
  const [port] = (frame.got.at(-1)?.[2] ?? []) as readonly MessagePort[]
  if (!port) throw new Error("The welcome came without a port")
  clients.push(port)
  const received: unknown[] = []
  port.addEventListener("message", ({ data }: MessageEvent<string>) =>
    received.push(data === farewell ? farewell : JSON.parse(data)),
  )
  port.start()
  let asked = 0
  const say = (message: unknown) => port.postMessage(message)
  return {
    port,
    received,
    say,
    ask: (method, ...args) => say(JSON.stringify({ v: 1, id: `${++asked}`, method, args })),
  }
}

function admitted(): FakeFrame {
  const frame = newFrame()
  host.admit(frame)
  return frame
}

test("[DLG-5] a page of an allowed origin in a frame of the portal gets a port and answers", async () => {
  const frame = admitted()
  perform = async () => [{ id: "7", label: "王老师" }]
  const page = await connected(frame)
  // The exact origin: whoever else is in the frame by then gets no port.
  expect(frame.got[0]?.[1]).toBe(school)
  page.ask("openPicker", "person", { max: 3 })
  await vi.waitFor(() =>
    expect(page.received).toEqual([{ v: 1, id: "1", result: [{ id: "7", label: "王老师" }] }]),
  )
  expect(performed.map(({ invocation }) => invocation)).toEqual([
    { method: "openPicker", name: "person", options: { max: 3 } },
  ])
  expect(warnings).toEqual([])
})

test("[DLG-5] a page that greets several times gets one port", async () => {
  const frame = admitted()
  knock({ from: frame.contentWindow })
  knock({ from: frame.contentWindow })
  await settled()
  knock({ from: frame.contentWindow })
  await settled()
  expect(frame.got).toHaveLength(1)
})

const evil = "https://evil.example"
const refusals: readonly (readonly [what: string, knock: (frame: FakeFrame) => Knock])[] = [
  ["another origin in a frame of ours", (frame) => ({ from: frame.contentWindow, origin: evil })],
  [
    "an allowed origin with a longer name",
    (frame) => ({ from: frame.contentWindow, origin: `${school}.evil.example` }),
  ],
  [
    "an allowed origin by another scheme",
    (frame) => ({ from: frame.contentWindow, origin: "http://oa.school.example" }),
  ],
  ["an allowed origin at another port", (frame) => ({ from: frame.contentWindow, origin: `${school}:8443` })],
  ["a sandbox, whose origin is null", (frame) => ({ from: frame.contentWindow, origin: "null" })],
  ["an allowed origin in a frame of somebody else's", () => ({ from: newFrame().contentWindow })],
  ["an allowed origin without a window", () => ({ from: null })],
  [
    "another version",
    (frame) => ({ from: frame.contentWindow, data: greetingOf("hello", "a").replace("/1/", "/2/") }),
  ],
]
test.each(refusals)("[DLG-5] silence and one warning for %s", async (_what, made) => {
  allowed.add("null")
  const frame = admitted()
  knock(made(frame))
  knock(made(frame))
  await settled()
  expect(frame.got).toEqual([])
  expect(warnings).toHaveLength(1)
})

test.each([
  ["an object", { hello: true }],
  ["a greeting with more behind it", `${greetingOf("hello", "a")}/x`],
  ["a greeting without an id", greetingOf("hello", "")],
  ["the portal's own word", greetingOf("welcome", "a")],
  ["5 MB of text", "user-centre/1/hello/".padEnd(5_000_000, "a")],
  ["a request that was not sent by a port", '{"v":1,"id":"1","method":"openPicker","args":["person"]}'],
])("[DLG-5] %s is no greeting: nothing happens", async (_what, data) => {
  const frame = admitted()
  knock({ from: frame.contentWindow, data })
  await settled()
  expect(frame.got).toEqual([])
  expect(performed).toEqual([])
})

const messages: readonly (readonly [what: string, message: unknown, error: string | null])[] = [
  ["5 MB", JSON.stringify({ v: 1, id: "1", method: "setTitle", args: ["a".repeat(5_000_000)] }), null],
  [
    "more bytes than letters",
    JSON.stringify({ v: 1, id: "1", method: "setTitle", args: ["中".repeat(30_000)] }),
    null,
  ],
  ["an object instead of text", { v: 1, id: "1", method: "currentUser", args: [] }, null],
  ["no JSON", "{", null],
  ["null", "null", null],
  ["another version", '{"v":2,"id":"1","method":"currentUser","args":[]}', bridgeMessages.notUnderstood],
  ["an unknown method", '{"v":1,"id":"1","method":"signOut","args":[]}', bridgeMessages.notUnderstood],
  [
    "a method of every object",
    '{"v":1,"id":"1","method":"constructor","args":[]}',
    bridgeMessages.notUnderstood,
  ],
  [
    "a prototype beside the request",
    '{"v":1,"id":"1","method":"currentUser","args":[],"__proto__":{"method":"x"}}',
    bridgeMessages.notUnderstood,
  ],
  [
    "a picker that is a word of every object",
    '{"v":1,"id":"1","method":"openPicker","args":["__proto__"]}',
    bridgeMessages.noSuchDialog,
  ],
  [
    "a picker that is not there",
    '{"v":1,"id":"1","method":"openPicker","args":["constructor",{}]}',
    bridgeMessages.noSuchDialog,
  ],
  ["bad options", '{"v":1,"id":"1","method":"openPicker","args":["person",{"max":0}]}', "max：不能少于1"],
  ["options that are none", '{"v":1,"id":"1","method":"openPicker","args":["person","all"]}', "应为对象"],
  [
    "another site's address",
    '{"v":1,"id":"1","method":"navigate","args":["//evil.example"]}',
    "只能打开本站的页面",
  ],
  [
    "a script's address",
    '{"v":1,"id":"1","method":"navigate","args":["javascript:alert(1)"]}',
    "只能打开本站的页面",
  ],
  [
    "a drawer with another site's page",
    '{"v":1,"id":"1","method":"openDrawer","args":["page",{"path":"https://evil.example"}]}',
    "path：只能打开本站的页面",
  ],
  [
    "an endless title",
    JSON.stringify({ v: 1, id: "1", method: "setTitle", args: ["长".repeat(51)] }),
    "不能超过50个字符",
  ],
]
test.each(messages)("[DLG-5] nothing runs for %s", async (_what, message, error) => {
  const page = await connected(admitted())
  page.say(message)
  await settled()
  expect(performed).toEqual([])
  expect(page.received).toEqual(error === null ? [] : [{ v: 1, id: "1", error }])
})

/** Forty more invalid messages; whatever the answer, nothing may run. */
const request = (method: unknown, args: unknown, more: object = {}): string =>
  JSON.stringify({ v: 1, id: "1", method, args, ...more })
const hostile: readonly (readonly [what: string, message: unknown])[] = [
  ["an empty text", ""],
  ["a number", 7],
  ["true", true],
  ["nothing", undefined],
  ["a list", [1, 2]],
  ["a map", new Map([["method", "currentUser"]])],
  ["bytes", new Uint8Array(16)],
  ["a list as JSON", "[]"],
  ["text as JSON", '"currentUser"'],
  ["JSON with more behind it", `${request("currentUser", [])}x`],
  ["JSON with a comment", `/**/${request("currentUser", [])}`],
  ["JSON that is deep", "[".repeat(20_000)],
  ["no version", JSON.stringify({ id: "1", method: "currentUser", args: [] })],
  ["a version as text", JSON.stringify({ v: "1", id: "1", method: "currentUser", args: [] })],
  ["no id", JSON.stringify({ v: 1, method: "currentUser", args: [] })],
  ["an empty id", JSON.stringify({ v: 1, id: "", method: "currentUser", args: [] })],
  ["a number as id", JSON.stringify({ v: 1, id: 1, method: "currentUser", args: [] })],
  ["an endless id", JSON.stringify({ v: 1, id: "1".repeat(65), method: "currentUser", args: [] })],
  ["no arguments", JSON.stringify({ v: 1, id: "1", method: "currentUser" })],
  ["arguments that are no list", request("currentUser", { length: 0 })],
  ["five arguments", request("currentUser", [1, 2, 3, 4, 5])],
  ["a word too many", request("currentUser", [], { origin: school })],
  ["a method in a list", request(["currentUser"], [])],
  ["a method in other letters", request("CurrentUser", [])],
  ["a method with a space", request("currentUser ", [])],
  ["a method of objects", request("hasOwnProperty", [])],
  ["a method of prototypes", request("__proto__", [])],
  ["what only the portal's own window has", request("closeDialog", [998])],
  ["a picker of no number", request("openPicker", [998.5])],
  ["a picker by a list", request("openPicker", [["person"]])],
  ["a picker by an object", request("openPicker", [{ toString: "person" }])],
  [
    "a picker with too many defaults",
    request("openPicker", ["person", { defaults: Array(20_000).fill("1") }]),
  ],
  [
    "a picker with a size of no size",
    request("openPicker", ["person", { size: { width: -1, height: 1e9 } }]),
  ],
  ["a picker with a title that is no text", request("openPicker", ["person", { title: { html: "<b>" } }])],
  ["a drawer of nobody", request("openDrawer", ["person", {}])],
  ["a drawer with a script's address", request("openDrawer", ["page", { path: "javascript:alert(1)" }])],
  ["a drawer with another site's address", request("openDrawer", ["page", { path: "//evil.example" }])],
  ["the portal's own lock", request("reauthenticate", ["unlock"])],
  ["a module that is none", request("reauthenticate", ["free-gift"])],
  ["a module of every object", request("reauthenticate", ["constructor"])],
  ["a window too small to read", request("openPicker", ["person", { size: { width: 479, height: 400 } }])],
  ["a window too low to read", request("openPicker", ["person", { size: { width: 480, height: 399 } }])],
  ["a title that nobody sees", request("setTitle", ["\u200b\u202e\u0007"])],
  ["a module id without end", request("reauthenticate", ["m".repeat(65)])],
  ["a monitor that never rests", request("startMonitor", [{ intervalMs: 1 }])],
  ["a monitor of no area", request("startMonitor", [{ areaid: { $ne: null } }])],
  ["a place with a backslash", request("navigate", ["/\\evil.example"])],
  ["a place with a tab", request("navigate", ["/\t/evil.example"])],
  ["a place that is no text", request("navigate", [{ pathname: "/main/home" }])],
  ["a title of spaces", request("setTitle", ["   "])],
  ["a title that is no text", request("setTitle", [["收文"]])],
]

test("[DLG-5] with these there are at least sixty hostile messages", () => {
  expect(refusals.length + messages.length + hostile.length).toBeGreaterThanOrEqual(60)
})

test.each(hostile)("[DLG-5] no helper runs for %s", async (_what, message) => {
  const page = await connected(admitted())
  page.say(message)
  await settled()
  expect(performed).toEqual([])
  // The connection still works.
  page.ask("currentUser")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
})

test("[DLG-5][DOM-7] a site that may only use pickers opens no drawer, not even by number", async () => {
  const origins: string[] = []
  may = (_origin, method) => method === "openPicker" || method === "ticket"
  perform = async (_invocation, { origin }) => {
    origins.push(origin)
    return "done"
  }
  const page = await connected(admitted())
  page.ask("openPicker", 1, { path: "/main/account" })
  page.ask("ticket")
  await vi.waitFor(() => expect(page.received).toHaveLength(2))
  expect(page.received).toContainEqual({ v: 1, id: "1", error: bridgeMessages.notAllowed })
  expect(performed.map(({ invocation }) => invocation)).toEqual([{ method: "ticket" }])
  expect(origins).toEqual([school])
})

test("[DLG-5] properties of a prototype in the options are ignored", async () => {
  const page = await connected(admitted())
  page.say(
    '{"v":1,"id":"1","method":"openPicker","args":["person",{"__proto__":{"max":9},"max":2,"evil":1}]}',
  )
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  expect(performed[0]?.invocation).toEqual({ method: "openPicker", name: "person", options: { max: 2 } })
  expect(({} as { max?: number }).max).toBeUndefined()
})

test("[DLG-5] a reloaded page has a new port; what the old one had opened is closed", async () => {
  const frame = admitted()
  let finish = (_result: unknown): void => undefined
  perform = () => new Promise((resolve) => (finish = resolve))
  const before = await connected(frame, { id: "a" })
  before.ask("openPicker", "person")
  await vi.waitFor(() => expect(performed).toHaveLength(1))

  const after = await connected(frame, { id: "b" })
  expect(performed[0]?.signal.aborted).toBe(true)
  finish("chosen")
  before.ask("currentUser")
  await settled()
  expect(before.received).toEqual([farewell])
  expect(after.received).toEqual([])
  expect(performed).toHaveLength(1)
})

test("[DLG-5] a page that leaves says so, and a frame that is gone has no port", async () => {
  const frame = newFrame()
  const remove = host.admit(frame)
  perform = () => new Promise(() => undefined)
  const first = await connected(frame, { id: "a" })
  first.ask("openPicker", "person")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  first.say(farewell)
  await vi.waitFor(() => expect(performed[0]?.signal.aborted).toBe(true))

  const second = await connected(frame, { id: "b" })
  second.ask("openPicker", "area")
  await vi.waitFor(() => expect(performed).toHaveLength(2))
  remove()
  expect(performed[1]?.signal.aborted).toBe(true)
  second.ask("currentUser")
  knock({ from: frame.contentWindow, data: greetingOf("hello", "c") })
  await settled()
  expect(performed).toHaveLength(2)
  expect(frame.got).toHaveLength(2)
})

test("[DLG-5] a document that is gone without a word ends by its port", async () => {
  const page = await connected(admitted())
  perform = () => new Promise(() => undefined)
  page.ask("openPicker", "person")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  page.port.close()
  await vi.waitFor(() => expect(performed[0]?.signal.aborted).toBe(true))
})

test("[DLG-5] a frame that moves on while its greeting is looked at gets nothing", async () => {
  const frame = admitted()
  knock({ from: frame.contentWindow, data: greetingOf("hello", "a") })
  knock({ from: frame.contentWindow, origin: evil, data: greetingOf("hello", "b") })
  await settled()
  expect(frame.got).toEqual([])
})

test("[DLG-5] what A opened never answers B", async () => {
  const finishers: ((result: unknown) => void)[] = []
  perform = () => new Promise((resolve) => finishers.push(resolve))
  const a = await connected(admitted())
  const b = await connected(admitted(), { origin: other })
  a.ask("openPicker", "person")
  await vi.waitFor(() => expect(finishers).toHaveLength(1))
  b.ask("openPicker", "area")
  await vi.waitFor(() => expect(finishers).toHaveLength(2))
  finishers[0]?.("for a")
  await vi.waitFor(() => expect(a.received).toEqual([{ v: 1, id: "1", result: "for a" }]))
  expect(b.received).toEqual([])
})

test("[DOM-7] an origin that is taken off the list is not served any more", async () => {
  const page = await connected(admitted())
  allowed.delete(school)
  page.ask("currentUser")
  await vi.waitFor(() => expect(page.received).toEqual([farewell]))
  expect(performed).toEqual([])
})

test("[DLG-5] a page may use only what it is granted", async () => {
  may = (_origin, method) => method === "openPicker"
  const page = await connected(admitted())
  page.ask("reauthenticate", "domain")
  page.ask("openPicker", "person")
  await vi.waitFor(() => expect(page.received).toHaveLength(2))
  expect(page.received).toContainEqual({ v: 1, id: "1", error: bridgeMessages.notAllowed })
  expect(performed.map(({ invocation: { method } }) => method)).toEqual(["openPicker"])
})

test("[DLG-5] a refusal has its sentence, a fault reveals nothing of the inside", async () => {
  const page = await connected(admitted())
  perform = () => Promise.reject(new BridgeRefusal("请先登录"))
  page.ask("currentUser")
  await vi.waitFor(() => expect(page.received).toEqual([{ v: 1, id: "1", error: "请先登录" }]))
  const logged = vi.spyOn(console, "error").mockReturnValue(undefined)
  perform = () => Promise.reject(new Error("secret"))
  page.ask("currentUser")
  await vi.waitFor(() => expect(page.received[1]).toEqual({ v: 1, id: "2", error: bridgeMessages.failed }))
  expect(logged).toHaveBeenCalledOnce()
})

test("[DLG-5] above the limit of a second a page is refused, far above it loses its port", async () => {
  const page = await connected(admitted())
  // The greeting was the first of this second.
  const count = protocolLimits.messagesPerSecond
  for (let at = 0; at < count; at++) {
    page.ask("currentUser")
    await settled()
  }
  expect(performed).toHaveLength(count - 1)
  expect(page.received.at(-1)).toEqual({ v: 1, id: `${count}`, error: bridgeMessages.tooOften })
  nowMs += 1000
  page.ask("currentUser")
  await vi.waitFor(() => expect(performed).toHaveLength(count))

  for (let at = 0; at <= protocolLimits.messagesPerSecond * 10; at++) page.ask("currentUser")
  await vi.waitFor(() => expect(page.received.at(-1)).toBe(farewell))
  expect(warnings).toHaveLength(1)
})

test("[DLG-5] a page that greets again gets no new allowance of messages or open calls", async () => {
  const frame = admitted()
  perform = () => new Promise(() => undefined)
  const first = await connected(frame, { id: "a" })
  for (let at = 0; at < protocolLimits.waiting; at++) first.ask("openPicker", "person")
  await vi.waitFor(() => expect(performed).toHaveLength(protocolLimits.waiting))
  const second = await connected(frame, { id: "b" })
  second.ask("openPicker", "person")
  await vi.waitFor(() => expect(second.received).toEqual([{ v: 1, id: "1", error: bridgeMessages.tooOften }]))

  const welcomes = () => frame.got.length
  for (let at = 0; at < 1000; at++) knock({ from: frame.contentWindow, data: greetingOf("hello", `c${at}`) })
  await settled()
  expect(welcomes()).toBeLessThanOrEqual(protocolLimits.messagesPerSecond)
  const before = welcomes()
  nowMs += 1000
  await connected(frame, { id: "d" })
  expect(welcomes()).toBe(before + 1)
})

describe("once the frame has loaded something", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  test("[DLG-5] a port that was handed on does nothing, and what it had opened closes", async () => {
    const frame = admitted()
    const page = await connected(frame)
    perform = () => new Promise(() => undefined)
    page.ask("openPicker", "person")
    await settled()
    frame.dispatchEvent(new Event("load"))
    // To the link's own origin: another page in the frame does not receive it.
    expect(frame.got.at(-1)).toEqual([greetingOf("welcome", "a"), school])
    page.ask("currentUser")
    await settled()
    // Another site's document that has guessed the id is not the one that greeted.
    knock({ from: frame.contentWindow, origin: other, data: greetingOf("hello", "a") })
    vi.advanceTimersByTime(3000)
    await settled()
    expect(performed.map(({ invocation }) => invocation.method)).toEqual(["openPicker"])
    expect(performed[0]?.signal.aborted).toBe(true)
    expect(page.received).toEqual([farewell])
  })

  test("[DLG-5] a document that is still the same keeps its port and what it had opened", async () => {
    const frame = admitted()
    const page = await connected(frame)
    frame.dispatchEvent(new Event("load"))
    page.ask("currentUser")
    await settled()
    expect(performed).toEqual([])
    knock({ from: frame.contentWindow, data: greetingOf("hello", "a") })
    await settled()
    expect(page.received).toEqual([{ v: 1, id: "1", result: "done" }])
    vi.advanceTimersByTime(10_000)
    page.ask("currentUser")
    await settled()
    expect(page.received).toHaveLength(2)
  })
})

test("[DLG-5] a title loses its invisible characters", async () => {
  const page = await connected(admitted())
  page.ask("setTitle", "\u202e收文\n (3)\u200b ")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  expect(performed[0]?.invocation).toEqual({ method: "setTitle", title: "收文 (3)" })
})

test("[AUTH-1][DLG-5] who asks for a proof names a module that there is, and never the lock", async () => {
  const page = await connected(admitted())
  for (const mid of ["unlock", "free-gift", "domain"]) page.ask("reauthenticate", mid)
  await vi.waitFor(() => expect(page.received).toHaveLength(3))
  for (const id of ["1", "2"])
    expect(page.received).toContainEqual({ v: 1, id, error: refusalMessages.noSuchModule })
  expect(performed.map(({ invocation }) => invocation)).toEqual([{ method: "reauthenticate", mid: "domain" }])
})

test("[DLG-5] a page may wait for so many answers and no more", async () => {
  const page = await connected(admitted())
  perform = () => new Promise(() => undefined)
  for (let at = 0; at <= protocolLimits.waiting; at++) page.ask("reauthenticate", "domain")
  await vi.waitFor(() => expect(page.received).toHaveLength(1))
  expect(page.received[0]).toEqual({ v: 1, id: "9", error: bridgeMessages.tooOften })
  expect(performed).toHaveLength(protocolLimits.waiting)
})

test("[DLG-5] an origin that can't be checked is refused; the next greeting is checked again", async () => {
  const frame = newFrame()
  let isDown = true
  const flaky = createBridgeHost<FakeFrame>({
    window: portalWindow as Window,
    isAllowed: () => (isDown ? Promise.reject(new Error("no network")) : true),
    may: () => true,
    perform: async () => null,
    warn: (sentence) => warnings.push(sentence),
    nowMs: () => 0,
  })
  flaky.admit(frame)
  knock({ from: frame.contentWindow })
  await settled()
  expect(frame.got).toEqual([])
  isDown = false
  await connected(frame)
  flaky.stop()
})
