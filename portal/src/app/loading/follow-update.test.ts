// @vitest-environment jsdom
import type { CurrentUser } from "@uc/contract/account/calls"
import { updateMessages } from "@uc/contract/core/update-messages"
import { createMemoryRouter, type DataRouter } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

const goOnTo = vi.hoisted(() => vi.fn<(place: string) => void>())
const arriveAt = vi.hoisted(() => vi.fn<(place: string) => void>())
const open = vi.hoisted(() => ({ pages: [] as object[] }))
const showToast = vi.hoisted(() => vi.fn())
vi.mock("../../platform/http/reload-document.ts", () => ({ goOnTo, arriveAt }))
vi.mock("../../features/hosting/hosted-pages.ts", () => ({ hostedPages: () => open }))
vi.mock("../../platform/browser/toast.ts", () => ({ showToast }))
const received = vi.hoisted((): { menus: () => void } => ({ menus: () => undefined }))
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (_topic: string, listener: () => void) => (received.menus = listener),
}))

const html = (name: string) => `<script type="module" data-first src="/assets/${name}.js"></script>`
let router: DataRouter
let parts: {
  readonly lookForUpdate: () => Promise<void>
  readonly dialogOpened: (dialog: HTMLDialogElement) => () => void
  readonly reloadOnce: (place: string, signal: AbortSignal) => Promise<void>
}

/** A document of one version, with nothing remembered of another test's. */
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.clearAllMocks()
  sessionStorage.clear()
  open.pages = []
  document.head.innerHTML = html("index-open")
  vi.stubGlobal("fetch", async () => new Response(html("index-new")))
  const [{ lookForUpdate }, { dialogOpened }, { reloadOnce }] = await Promise.all([
    import("../../platform/browser/portal-update.ts"),
    import("../../ui/overlays/open-dialogs.ts"),
    import("./reload-once.ts"),
  ])
  parts = { lookForUpdate, dialogOpened, reloadOnce }
  router = createMemoryRouter([{ path: "*", loader: () => null, element: null }], {
    initialEntries: ["/main/home"],
  })
})

afterEach(() => {
  router.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function follow(chance = () => 0): Promise<void> {
  const { followUpdate } = await import("./follow-update.ts")
  followUpdate(router, chance)
}

/** The stream has opened again, and the tab looks which version the server has. */
async function noticeUpdate(): Promise<void> {
  received.menus()
  await vi.runAllTimersAsync()
}

test("[BROWSER-11] after an update the next step to another page opens it in a new document", async () => {
  await follow()
  await noticeUpdate()
  await router.navigate("/main/orgTree?id=7")
  expect(goOnTo.mock.calls).toEqual([["/main/orgTree?id=7"]])
})

test("[BROWSER-11] without an update a step stays in the document", async () => {
  vi.stubGlobal("fetch", async () => new Response(html("index-open")))
  await follow()
  await noticeUpdate()
  await router.navigate("/main/orgTree")
  expect(goOnTo).not.toHaveBeenCalled()
})

test("[BROWSER-11] another filter of the same page is no step to another page", async () => {
  await follow()
  await noticeUpdate()
  await router.navigate("/main/home?view=given")
  expect(goOnTo).not.toHaveBeenCalled()
})

test("[BROWSER-11] an open dialog keeps the document, and the next step after it does not", async () => {
  await follow()
  await noticeUpdate()
  const close = parts.dialogOpened(document.createElement("dialog"))
  await router.navigate("/main/orgTree")
  expect(goOnTo).not.toHaveBeenCalled()
  close()
  await router.navigate("/main/notices")
  expect(goOnTo.mock.calls).toEqual([["/main/notices"]])
})

test("[BROWSER-11] pages of other sites that are open keep the document", async () => {
  open.pages = [{}]
  await follow()
  await noticeUpdate()
  await router.navigate("/main/orgTree")
  expect(goOnTo).not.toHaveBeenCalled()
})

test("[BROWSER-11] a place that the new version can't open is not reloaded a second time", async () => {
  await follow()
  await noticeUpdate()
  await router.navigate("/main/orgTree")
  const over = parts.reloadOnce("/main/orgTree", new AbortController().signal)
  await vi.runAllTimersAsync()
  await over
  expect(goOnTo).toHaveBeenCalledOnce()
  expect(arriveAt).not.toHaveBeenCalled()
})

test("[BROWSER-11] tabs look for the update at different moments, each once for several events", async () => {
  const look = vi.fn(async () => new Response(html("index-new")))
  vi.stubGlobal("fetch", look)
  await follow(() => 0.5)
  received.menus()
  received.menus()
  await vi.advanceTimersByTimeAsync(1499)
  expect(look).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(look).toHaveBeenCalledOnce()
})

test("[BROWSER-11] who was in the middle of a form is told that it is kept", async () => {
  const { keepUser } = await import("../../platform/session/session.ts")
  keepUser({ id: "7" } as CurrentUser)
  const forms = { [`${window.location.hash} tasks`]: { title: "检查" } }
  sessionStorage.setItem("uc:kept-text", JSON.stringify({ userId: "7", atMs: Date.now(), forms }))
  await follow()
  expect(showToast).toHaveBeenCalledWith("info", updateMessages.kept)
})
