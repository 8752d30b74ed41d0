// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest"
import { forgetRetry, mayRetry } from "./chunk-retry.ts"

beforeEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test("[ROUTE-8] a path is retried once, remembered in session storage", () => {
  expect(mayRetry("/main/home")).toBe(true)
  expect(sessionStorage.getItem("uc:chunk-retry")).toBe("/main/home")
  expect(mayRetry("/main/home")).toBe(false)
  expect(mayRetry("/main/home")).toBe(false)
})

test("[ROUTE-8] once it has opened, a later failure is retried again", () => {
  mayRetry("/main/home")
  forgetRetry("/main/home")
  expect(mayRetry("/main/home")).toBe(true)
})

test("[ROUTE-8] another path's success does not count", () => {
  mayRetry("/main/home")
  forgetRetry("/task")
  expect(mayRetry("/main/home")).toBe(false)
})

test("[BARE-2] where session storage is refused there is no reload that could go on for ever", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("refused")
  })
  expect(mayRetry("/task")).toBe(false)
  expect(mayRetry("/task")).toBe(false)
  forgetRetry("/task")
})

test("[BARE-2] a page that has opened lets the first files be retried again too", () => {
  sessionStorage.setItem("uc:first-files-retry", "1")
  forgetRetry("/main/home")
  expect(sessionStorage.getItem("uc:first-files-retry")).toBeNull()
})
