// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { reloadWhenReached } from "./reload-when-reached.ts"

const reloadPage = vi.hoisted(() => vi.fn<() => Promise<void>>(() => Promise.resolve()))
const open = vi.hoisted(() => ({ pages: [] as object[] }))
vi.mock("../../platform/http/load-chunk.ts", () => ({ reloadPage }))
vi.mock("../../features/hosting/hosted-pages.ts", () => ({ hostedPages: () => open }))

let isReached: boolean

beforeEach(() => {
  vi.useFakeTimers()
  reloadPage.mockClear()
  open.pages = []
  isReached = false
  vi.stubGlobal("fetch", () =>
    isReached ? Promise.resolve(new Response("")) : Promise.reject(new TypeError("no network")),
  )
})
afterEach(() => vi.useRealTimers())

const wanted = () => new AbortController().signal

test("[BROWSER-20] a page is opened again as soon as the browser says that there is a network", async () => {
  const over = reloadWhenReached(wanted())
  await vi.advanceTimersByTimeAsync(100)
  expect(reloadPage).not.toHaveBeenCalled()
  isReached = true
  window.dispatchEvent(new Event("online"))
  await over
  expect(reloadPage).toHaveBeenCalledOnce()
})

test("[BROWSER-20] a page is opened again when the site is reached, also where the network was never gone", async () => {
  const over = reloadWhenReached(wanted())
  await vi.advanceTimersByTimeAsync(12_000)
  expect(reloadPage).not.toHaveBeenCalled()
  isReached = true
  await vi.advanceTimersByTimeAsync(5_000)
  await over
  expect(reloadPage).toHaveBeenCalledOnce()
})

test("[BROWSER-20] where the site is reached at once no document reloads itself for ever", async () => {
  isReached = true
  await reloadWhenReached(wanted())
  expect(reloadPage).not.toHaveBeenCalled()
})

test("[BROWSER-20] whoever has left the failed page, or has pages of other sites open, is left alone", async () => {
  const left = new AbortController()
  const over = reloadWhenReached(left.signal)
  await vi.advanceTimersByTimeAsync(100)
  left.abort()
  isReached = true
  await over
  open.pages = [{}]
  isReached = false
  const other = reloadWhenReached(wanted())
  await vi.advanceTimersByTimeAsync(100)
  isReached = true
  await vi.advanceTimersByTimeAsync(5_000)
  await other
  expect(reloadPage).not.toHaveBeenCalled()
})
