import { beforeEach, expect, test } from "vitest"
import { forgetRetry, mayRetry } from "./chunk-retry.ts"

beforeEach(() => sessionStorage.clear())

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
