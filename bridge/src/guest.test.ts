import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createBridgeHost, type BridgeHost, type GuestFrame, type HelperCaller } from "./host.ts"
import type { Invocation } from "./invocation.ts"
import { bridgeMessages, greetingOf, protocolLimits } from "./protocol.ts"
import { userCenterOver } from "./user-center.ts"

const portalOrigin = "https://portal.example"
const pageOrigin = "https://oa.school.example"

function delivered(target: EventTarget, event: Readonly<Record<string, unknown>>): void {
  // A browser delivers later, never at once.
  queueMicrotask(() => target.dispatchEvent(Object.assign(new Event("message"), { ports: [], ...event })))
}

/** The portal's window and the page's, each seeing of the other what a browser lets it see. */
function twoWindows() {
  const portal = new EventTarget()
  const page = new EventTarget()
  const pageFromPortal = {
    postMessage: (data: unknown, target: string, ports: readonly MessagePort[] = []) => {
      if (target === pageOrigin)
        delivered(page, { data, origin: portalOrigin, source: portalFromPage, ports })
    },
  }
  const portalFromPage = {
    postMessage: vi.fn<(data: unknown, target: string) => void>((data, target) => {
      if (target === "*" || target === portalOrigin)
        delivered(portal, { data, origin: pageOrigin, source: pageFromPortal })
    }),
  }
  return { portal, page, pageFromPortal, portalFromPage }
}

let windows: ReturnType<typeof twoWindows>
let host: BridgeHost<GuestFrame>
let performed: Invocation[]
let perform: (invocation: Invocation, by: Pick<HelperCaller<never>, "tell">) => Promise<unknown>
let connect: typeof import("./guest.ts").connect

beforeEach(async () => {
  vi.resetModules()
  ;({ connect } = await import("./guest.ts"))
  windows = twoWindows()
  vi.stubGlobal("window", Object.assign(windows.page, { parent: windows.portalFromPage }))
  performed = []
  perform = async () => null
  host = createBridgeHost({
    window: windows.portal as Window,
    isAllowed: (origin) => origin === pageOrigin,
    may: () => true,
    perform: (invocation, by) => {
      performed.push(invocation)
      return perform(invocation, by)
    },
    warn: () => undefined,
    nowMs: () => 0,
  })
})

afterEach(() => {
  host.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** As it stands in the portal. */
let frame: EventTarget & { readonly contentWindow: Window }
const admit = () => {
  frame = Object.assign(new EventTarget(), { contentWindow: windows.pageFromPortal as unknown as Window })
  return host.admit(frame)
}

test("[DLG-5] every helper goes over the port with its arguments, and its answer returns", async () => {
  admit()
  perform = async ({ method }) => `answer to ${method}`
  const portal = await connect({ portal: portalOrigin })
  const answers = [
    await portal.openPicker("person", { min: 1, max: 3 }),
    await portal.openDrawer("person", { id: "7" }),
    await portal.openDialog({ key: 1004, max: 1 }),
    await portal.openDialog({ path: "/main/home" }),
    await portal.reauthenticate("domain"),
    await portal.startMonitor({ areaid: "3" }),
    await portal.currentUser(),
    await portal.navigate("/main/home"),
    await portal.setTitle("收文"),
  ]
  expect(performed).toEqual([
    { method: "openPicker", name: "person", options: { min: 1, max: 3 } },
    { method: "openDrawer", name: "person", options: { id: "7" } },
    { method: "openPicker", name: "grid", options: { max: 1 } },
    { method: "openDrawer", name: "page", options: { path: "/main/home" } },
    { method: "reauthenticate", mid: "domain" },
    { method: "startMonitor", options: { areaid: "3" } },
    { method: "currentUser" },
    { method: "navigate", path: "/main/home" },
    { method: "setTitle", title: "收文" },
  ])
  expect(answers).toEqual(performed.map(({ method }) => `answer to ${method}`))
})

test("[DLG-4] a callback is called once; a refusal is null, with its reason on the console", async () => {
  admit()
  perform = async () => [{ id: "7", label: "王" }]
  const portal = await connect()
  const callback = vi.fn()
  await portal.openPicker("person", { max: 2 }, callback)
  expect(callback.mock.calls).toEqual([[[{ id: "7", label: "王" }]]])

  const logged = vi.spyOn(console, "error").mockReturnValue(undefined)
  await portal.openPicker("nothing" as "person", callback)
  expect(callback.mock.calls[1]).toEqual([null])
  const proven = vi.fn()
  perform = () => Promise.reject(new Error("no"))
  await portal.reauthenticate("domain", proven)
  expect(proven.mock.calls).toEqual([[false]])
  expect(String(logged.mock.calls[0]?.[0])).toContain(bridgeMessages.noSuchDialog)
})

test("[SPEC-4][DLG-2] the callback of a number gets a choice alone; closing clears it uncalled", async () => {
  admit()
  const portal = await connect()
  const callback = vi.fn()
  perform = async () => null
  expect(await portal.openDialog({ key: 998 }, callback)).toBeNull()
  expect(await portal.openDialog({ path: "/main/home" }, callback)).toBeNull()
  const logged = vi.spyOn(console, "error").mockReturnValue(undefined)
  expect(await portal.openDialog({ key: 12345 }, callback)).toBeNull()
  expect(String(logged.mock.calls[0]?.[0])).toContain(bridgeMessages.noSuchDialog)
  expect(callback).not.toHaveBeenCalled()
  perform = async () => []
  await portal.openDialog({ key: 998 }, callback)
  expect(callback.mock.calls).toEqual([[[]]])
})

test("[SPEC-2] older pages pass numbers as texts, texts as numbers, and empty for nothing", async () => {
  admit()
  const portal = await connect()
  await portal.openDialog({ key: "998", max: "3", defaults: [5], size: { width: "800", height: 550 } })
  await portal.openDialog({ key: 998, max: 3, defaults: ["5"], min: "", title: "", required: null })
  await portal.openDialog({ key: "1004", level: "2", ifCallBackSpaceName: "1", orgid: 3, selectLevel: "" })
  await portal.openDialog({ key: "", path: "/main/home" })
  await portal.openDrawer("person", { id: 7 as unknown as string })
  await portal.startMonitor({ areaid: 3 as unknown as string, intervalMs: "2000" as unknown as number })
  expect(performed).toEqual([
    {
      method: "openPicker",
      name: "person",
      options: { max: 3, defaults: ["5"], size: { width: 800, height: 550 } },
    },
    { method: "openPicker", name: "person", options: { max: 3, defaults: ["5"] } },
    {
      method: "openPicker",
      name: "grid",
      options: { level: 2, ifCallBackSpaceName: 1, orgid: "3" },
    },
    { method: "openDrawer", name: "page", options: { path: "/main/home" } },
    { method: "openDrawer", name: "person", options: { id: "7" } },
    { method: "startMonitor", options: { areaid: "3", intervalMs: 2000 } },
  ])
})

test("[DLG-4] the function comes last, whatever was left out before it, for every helper", async () => {
  const asked: unknown[] = []
  const portal = userCenterOver(async (method, args) => {
    asked.push([method, ...args])
    return method
  })
  const callback = vi.fn()
  await portal.openPicker("area", callback)
  await portal.openPicker("area", { max: 2 }, callback)
  await portal.startMonitor(callback)
  await portal.currentUser(callback)
  await portal.navigate("/main/home", callback)
  expect(asked).toEqual([
    ["openPicker", "area"],
    ["openPicker", "area", { max: 2 }],
    ["startMonitor"],
    ["currentUser"],
    ["navigate", "/main/home"],
  ])
  expect(callback.mock.calls.flat()).toEqual([
    "openPicker",
    "openPicker",
    // The monitor's is called for what happens, not with the answer.
    "currentUser",
    "navigate",
  ])
})

test("[WARN-5][DLG-5] the monitor's callback is called for every press until it is stopped", async () => {
  admit()
  const callback = vi.fn()
  let tell: (...said: readonly unknown[]) => void = () => undefined
  perform = async ({ method }, by) => {
    if (method === "startMonitor") ({ tell } = by)
    return true
  }
  const portal = await connect({ portal: portalOrigin })
  expect(await portal.startMonitor({ areaid: "3" }, callback)).toBe(true)
  tell({ uuid: "a" }, "warning")
  tell({ yazxCode: "d" }, "yuan")
  await vi.waitFor(() => expect(callback).toHaveBeenCalledTimes(2))
  expect(callback.mock.calls).toEqual([
    [{ uuid: "a" }, "warning"],
    [{ yazxCode: "d" }, "yuan"],
  ])
  await portal.stopMonitor()
  tell({ uuid: "b" }, "warning")
  await portal.currentUser()
  expect(callback).toHaveBeenCalledTimes(2)

  const logged = vi.spyOn(console, "error").mockReturnValue(undefined)
  expect(await portal.startMonitor({ intervalMs: 1 }, callback)).toBeNull()
  expect(String(logged.mock.calls.at(-1)?.[0])).toContain("intervalMs")
  expect(callback).toHaveBeenCalledTimes(2)
})

test("[DLG-5] without a callback a refusal is an error with its sentence", async () => {
  admit()
  const portal = await connect()
  await expect(portal.openPicker("person", { max: -1 })).rejects.toThrow("max：")
  await expect(portal.setTitle("a".repeat(protocolLimits.messageBytes))).rejects.toThrow(
    bridgeMessages.tooLong,
  )
})

test("[DLG-5] a page has one connection, and a new one after the first has ended", async () => {
  const remove = admit()
  const [first, second] = await Promise.all([connect(), connect()])
  expect(first).toBe(second)
  perform = () => new Promise(() => undefined)
  const asked = first.openPicker("person")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  remove()
  await expect(asked).rejects.toThrow(bridgeMessages.ended)
  await expect(first.currentUser()).rejects.toThrow(bridgeMessages.ended)
  admit()
  perform = async () => null
  await expect((await connect()).currentUser()).resolves.toBeNull()
})

test("[DLG-5] what a page has opened is over when it is left", async () => {
  admit()
  const portal = await connect()
  perform = () => new Promise(() => undefined)
  const asked = portal.openPicker("person")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  windows.page.dispatchEvent(new Event("pagehide"))
  await expect(asked).rejects.toThrow(bridgeMessages.ended)
})

test("[DLG-5] a page keeps its connection when its frame has loaded, pending calls included", async () => {
  admit()
  const portal = await connect()
  let finish = (_result: unknown): void => undefined
  perform = () => new Promise((resolve) => (finish = resolve))
  const chosen = portal.openPicker("area")
  await vi.waitFor(() => expect(performed).toHaveLength(1))
  const greetings = () => windows.portalFromPage.postMessage.mock.calls.length
  const before = greetings()
  frame.dispatchEvent(new Event("load"))
  await vi.waitFor(() => expect(greetings()).toBe(before + 1))
  finish([])
  await expect(chosen).resolves.toEqual([])
  perform = async () => null
  await expect(portal.currentUser()).resolves.toBeNull()
})

test("[DLG-5] it greets until the portal is there, and gives up with a sentence", async () => {
  vi.useFakeTimers()
  const connecting = connect()
  await vi.advanceTimersByTimeAsync(1000)
  expect(windows.portalFromPage.postMessage.mock.calls.length).toBeGreaterThan(3)
  admit()
  await vi.advanceTimersByTimeAsync(300)
  await connecting

  vi.resetModules()
  const { connect: again } = await import("./guest.ts")
  host.stop()
  const late = again({ timeoutMs: 2000 }).catch(String)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await late).toContain(bridgeMessages.noAnswer)
})

test("[DLG-5] only its own frame's portal, of the origin that it names, is believed", async () => {
  vi.useFakeTimers()
  const { port1 } = new MessageChannel()
  const connecting = connect({ portal: portalOrigin, timeoutMs: 2000 }).catch(String)
  const id = /hello\/(.+)$/.exec(String(windows.portalFromPage.postMessage.mock.calls[0]?.[0]))?.[1] ?? ""
  const data = greetingOf("welcome", id)
  delivered(windows.page, { data, origin: portalOrigin, source: windows.pageFromPortal, ports: [port1] })
  delivered(windows.page, {
    data,
    origin: "https://evil.example",
    source: windows.portalFromPage,
    ports: [port1],
  })
  delivered(windows.page, {
    data: greetingOf("welcome", "another"),
    origin: portalOrigin,
    source: windows.portalFromPage,
    ports: [port1],
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect(await connecting).toContain(bridgeMessages.noAnswer)
  port1.close()
})

test("[DLG-5] on the portal's own origin it is direct", async () => {
  const own = { openPicker: vi.fn() }
  vi.stubGlobal("window", Object.assign(windows.page, { parent: { UserCenter: own } }))
  await expect(connect()).resolves.toBe(own)
})

test("a page outside of any frame is refused immediately", async () => {
  vi.stubGlobal("window", Object.assign(windows.page, { parent: windows.page }))
  await expect(connect()).rejects.toThrow(bridgeMessages.notFramed)
})
