// @vitest-environment jsdom
import { greetingOf } from "@uc/bridge/protocol"
import { refusalMessages } from "@uc/bridge/refusals"
import { domainCalls, domainMessages, everyHelper } from "@uc/contract/domains/calls"
import { createMemoryRouter } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { closeDialogs, openDialogs, settleDialog } from "../../platform/dialogs/dialogs.ts"
import { provideIdentityCheck, type AskingGuest } from "../../platform/session/identity.ts"
import { registerFrame, type HostedFrame } from "../../features/hosting/hosted-frames.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { answerOwn, hostBridge } from "./bridge-answers.ts"

vi.mock("../../features/domains/domains-in-force.ts", () => ({
  // Every origin of these tests is on the list.
  refreshInForce: async () => ({ domains: { get: () => ({ helpers: everyHelper }) } }),
}))

const router = createMemoryRouter([{ path: "*", element: null }], { initialEntries: ["/1/2"] })
const ends: (() => void)[] = []
let lastSite = 0

beforeEach(() => keepUser(someUser))
afterEach(() => {
  for (const end of ends.splice(0)) end()
  closeDialogs()
})

/** A page of another site in a frame, connected; each test has a site of its own. */
async function page() {
  const origin = `https://oa${++lastSite}.example.cn`
  const got: MessagePort[] = []
  const contentWindow = {
    postMessage: (_data: unknown, _target: string, ports: readonly MessagePort[] = []) => got.push(...ports),
  }
  const frame = Object.assign(new EventTarget(), { contentWindow }) as unknown as HostedFrame
  const host = hostBridge(router)
  const remove = host.admit(frame)
  ends.push(registerFrame(frame), host.stop)
  const hello = new Event("message")
  window.dispatchEvent(
    Object.assign(hello, { data: greetingOf("hello", "a"), origin, source: contentWindow }),
  )
  await vi.waitFor(() => expect(got).toHaveLength(1))
  const port = got[0] ?? expect.fail("There is no port")
  ends.push(() => port.close())
  const waiting = new Map<string, (said: unknown) => void>()
  port.addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (data === "bye") return
    const { id, result, error } = JSON.parse(data) as { id: string; result?: unknown; error?: string }
    waiting.get(id)?.(error ?? result)
  })
  port.start()
  let lastId = 0
  function ask(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = `${++lastId}`
    port.postMessage(JSON.stringify({ v: 1, id, method, args }))
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  return { ask, origin, remove }
}

async function opened() {
  await vi.waitFor(() => expect(openDialogs()).toHaveLength(1))
  return openDialogs()[0] ?? expect.fail("nothing is open")
}

test("[DLG-5] another site is refused what it may not have before anything opens", async () => {
  const { ask } = await page()
  const save = { objectIds: ["1"], objectType: 2 }
  expect(await ask("openPicker", "range", { save })).toBe(refusalMessages.noSaving)
  expect(await ask("openDrawer", "page", { path: "/getQrcode?t=x" })).toBe(refusalMessages.closedPlace)
  expect(await ask("navigate", "/newLogin")).toBe(refusalMessages.closedPlace)
  expect(await ask("reauthenticate", "unlock")).toBe(refusalMessages.noSuchModule)
  expect(openDialogs()).toEqual([])
  expect(router.state.location.pathname).toBe("/1/2")
})

test("[AUTH-1][DLG-5] another site's re-authentication names it and ends with it; a second one waits", async () => {
  const dialogs: (AskingGuest | undefined)[] = []
  provideIdentityCheck((_mid, guest) => {
    dialogs.push(guest)
    return new Promise((resolve) => guest?.signal.addEventListener("abort", () => resolve(false)))
  })
  const { ask, origin, remove } = await page()
  void ask("reauthenticate", "domain")
  await vi.waitFor(() => expect(dialogs).toHaveLength(1))
  expect(dialogs[0]?.origin).toBe(origin)
  expect(await ask("reauthenticate", "password")).toBe(refusalMessages.askedAlready)
  expect(await ask("openPicker", "person")).toBe(refusalMessages.askedAlready)
  remove()
  expect(dialogs[0]?.signal.aborted).toBe(true)

  const next = await page()
  void next.ask("reauthenticate", "domain")
  await vi.waitFor(() => expect(dialogs).toHaveLength(2))
  next.remove()
})

test("[DISTRICT-13] a registered operation is asked by its name and its application's; another is refused", async () => {
  const dialogs: [string, AskingGuest | undefined][] = []
  provideIdentityCheck(async (mid, guest) => {
    dialogs.push([mid, guest])
    return true
  })
  const { ask, origin } = await page()
  serveFakes(
    answering(domainCalls.operation, (sent) => {
      if (sent.get("origin") !== origin || sent.get("mid") !== "finance:transfer")
        throw new Refused(domainMessages.noSuchOperation)
      return { module: "7:finance:transfer", name: "转账", site: "财务系统" }
    }),
  )
  expect(await ask("reauthenticate", "finance:transfer")).toBe(true)
  expect(dialogs).toMatchObject([
    ["7:finance:transfer", { origin, operation: { name: "转账", site: "财务系统" } }],
  ])
  expect(await ask("reauthenticate", "finance:other")).toBe(domainMessages.noSuchOperation)
  // Another site's page can't ask for it either, nor name the module itself.
  const stranger = await page()
  expect(await stranger.ask("reauthenticate", "finance:transfer")).toBe(domainMessages.noSuchOperation)
  expect(await ask("reauthenticate", "7:finance:transfer")).toBe(refusalMessages.noSuchModule)
  await expect(answerOwn("reauthenticate", ["finance:transfer"], router)).rejects.toThrow(
    refusalMessages.noSuchModule,
  )
  expect(dialogs).toHaveLength(1)
  vi.unstubAllGlobals()
})

test("[DLG-5] a page that opens its window again is refused after the second dismissal", async () => {
  const { ask } = await page()
  for (const _ of [1, 2]) {
    const asked = ask("openPicker", "area")
    await opened()
    // DLG-2: what is open already is told at once, and is no dismissal.
    expect(await ask("openPicker", "area")).toBeNull()
    closeDialogs()
    expect(await asked).toBeNull()
  }
  expect(await ask("openPicker", "area")).toBe(refusalMessages.dismissed)
  expect(openDialogs()).toEqual([])
})

test("[DLG-3][DLG-5] a choice reaches the page; a drawer is marked with who opened it", async () => {
  const { ask, origin } = await page()
  const chosen = ask("openPicker", "area")
  settleDialog(await opened(), [{ areaid: "1", areaname: "甲" }])
  expect(await chosen).toEqual([{ areaid: "1", areaname: "甲" }])
  void ask("openDrawer", "person", { id: "7" })
  expect(await opened()).toMatchObject({ openedBy: origin })
})

test("[DLG-5] a page that leads where one is already leaves no step in the history", async () => {
  const { ask } = await page()
  for (const path of ["/1/2?1", "/1/2?2"]) await ask("navigate", path)
  expect(router.state).toMatchObject({ historyAction: "REPLACE", location: { search: "?2" } })
  await ask("navigate", "/main/account")
  expect(router.state).toMatchObject({ historyAction: "PUSH", location: { pathname: "/main/account" } })
  await router.navigate(-1)
  expect(router.state.location).toMatchObject({ pathname: "/1/2", search: "?2" })
})
