import { createHashRouter, type DataRouter } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { noteEntry, numberTypedEntries } from "../../platform/browser/history-entries.ts"
import { holdFirstEntry, nextStep } from "./hold-first-entry.ts"
import { watchBack } from "./watch-back.ts"

const standing = {
  isLayerOpen: true,
  isFirst: true,
  isOnExtra: false,
  isExtraAhead: false,
  isPressed: true,
  isLast: false,
}
const onExtra = { ...standing, isFirst: false, isOnExtra: true, isLast: true }

test.each([
  ["a press opens a layer on the first page", standing, "push"],
  ["an address has opened it, and nobody has pressed anything", { ...standing, isPressed: false }, null],
  ["there is an entry before", { ...standing, isFirst: false }, null],
  ["no layer is open", { ...standing, isLayerOpen: false }, null],
  ["back has left a layer open", { ...standing, isExtraAhead: true, isPressed: false }, "forward"],
  ["the extra entry is there", onExtra, null],
  ["the layer was closed", { ...onExtra, isLayerOpen: false }, "back"],
  ["a hosted page has gone on meanwhile", { ...onExtra, isLayerOpen: false, isLast: false }, null],
])("[DAY-9] the extra entry over the first page: %s", (_name, at, next) => {
  expect(nextStep(at)).toBe(next)
})

const ends: (() => void)[] = []
/** Where the steps through the history have led. */
let landings: number[] = []
afterEach(() => {
  landings = []
  for (const end of ends.splice(0).toReversed()) end()
})

function opened(): DataRouter {
  window.history.pushState(null, "", "#/list")
  const note = () => landings.push(idx())
  window.addEventListener("popstate", note, { capture: true })
  ends.push(() => window.removeEventListener("popstate", note, { capture: true }), numberTypedEntries())
  const page = (path: string) => ({ path, element: null })
  const router = createHashRouter(["/list", "/other"].map(page))
  ends.push(() => router.dispose(), router.subscribe(noteEntry), holdFirstEntry(router))
  return router
}

/** A layer over the page, as any dialog; `stays` as one that asks before it is closed. */
function layer(router: DataRouter, { stays = false } = {}) {
  const end = watchBack(router, () => (stays ? undefined : close()))
  const close = vi.fn(end)
  ends.push(end)
  return close
}

const idx = () => (window.history.state as { readonly idx: number }).idx

test("[DAY-9] back closes a layer over the portal's first page, which stays as it is", async () => {
  const router = opened()
  const close = layer(router)
  await vi.waitFor(() => expect(idx()).toBe(1))
  const before = router.state.location
  window.history.back()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(idx()).toBe(0)
  expect(router.state.location).toBe(before)
})

test("[DAY-9] a layer that closes by itself leaves no step of its own behind", async () => {
  const router = opened()
  const close = layer(router)
  await vi.waitFor(() => expect(idx()).toBe(1))
  close()
  await vi.waitFor(() => expect(idx()).toBe(0))
  window.history.forward()
  await vi.waitFor(() => expect(landings).toEqual([0, 1, 0]))
})

test("[DAY-9] back that leaves a layer open can be pressed again", async () => {
  const router = opened()
  layer(router, { stays: true })
  await vi.waitFor(() => expect(idx()).toBe(1))
  window.history.back()
  await vi.waitFor(() => expect(landings).toEqual([0, 1]))
})

test("[DAY-9] a page that is opened from a layer is one step from the first page", async () => {
  const router = opened()
  const close = layer(router)
  await vi.waitFor(() => expect(idx()).toBe(1))
  close()
  await router.navigate("/other")
  expect([idx(), window.location.hash]).toEqual([1, "#/other"])
  window.history.back()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/list"))
  expect(idx()).toBe(0)
})

test("[DAY-9] filters that are set in a layer are the first page's, and the layer is still held", async () => {
  const router = opened()
  const close = layer(router)
  await vi.waitFor(() => expect(idx()).toBe(1))
  // A watch ends when the address changes: another layer is opened over it.
  await router.navigate("/list?state=open", { replace: true })
  expect(close).toHaveBeenCalledOnce()
  const next = layer(router)
  await vi.waitFor(() => expect(idx()).toBe(1))
  window.history.back()
  await vi.waitFor(() => expect(next).toHaveBeenCalledOnce())
  expect([idx(), window.location.hash]).toEqual([0, "#/list?state=open"])
})

test("[DAY-9] a step back to the first page that the router undoes gets no extra entry", async () => {
  const router = opened()
  await router.navigate("/other")
  // A question is asked while the history stands on the first entry.
  ends.push(watchBack(router, () => void layer(router, { stays: true })))
  window.history.back()
  await vi.waitFor(() => expect(landings).toEqual([0, 1]))
  expect([idx(), window.location.hash]).toEqual([1, "#/other"])
})
