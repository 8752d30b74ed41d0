// @vitest-environment jsdom
import { createMemoryRouter } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { firstPageOf } from "./first-page.ts"

afterEach(() => {
  vi.useRealTimers()
})

function routerWith(loader: () => Promise<null>) {
  return createMemoryRouter([{ path: "/", loader, element: null }])
}

test("[ROUTE-7] drawing begins when the first page is known, and not before", async () => {
  const router = routerWith(
    () => new Promise((resolve) => document.addEventListener("arrived", () => resolve(null))),
  )
  let isDrawn = false
  const drawn = firstPageOf(router).then(() => (isDrawn = true))
  await Promise.resolve()
  expect(isDrawn).toBe(false)
  document.dispatchEvent(new Event("arrived"))
  await drawn
  expect(router.state.initialized).toBe(true)
})

test("[ROUTE-7] a page that is long in coming is waited for with the running bar", async () => {
  vi.useFakeTimers()
  const router = routerWith(() => new Promise(() => {}))
  const drawn = firstPageOf(router)
  await vi.advanceTimersByTimeAsync(800)
  await drawn
  expect(router.state.initialized).toBe(false)
})
