// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { forgetRetry, mayRetry } from "./chunk-retry.ts"

beforeEach(() => sessionStorage.clear())

test("[ROUTE-8] a path is retried once, remembered in session storage", () => {
  expect(mayRetry("page", "/main/home")).toBe(true)
  expect(sessionStorage.getItem("uc:chunk-retry:page")).toBe("/main/home")
  expect(mayRetry("page", "/main/home")).toBe(false)
  expect(mayRetry("page", "/main/home")).toBe(false)
})

test("[ROUTE-8] once it has opened, a later failure is retried again", () => {
  mayRetry("page", "/main/home")
  forgetRetry("page", "/main/home")
  expect(mayRetry("page", "/main/home")).toBe(true)
})

test("[ROUTE-8] another path's success does not count", () => {
  mayRetry("page", "/main/home")
  forgetRetry("page", "/task")
  expect(mayRetry("page", "/main/home")).toBe(false)
})

test("[ROUTE-8] the shell's success does not make the page's failure forgotten", () => {
  mayRetry("page", "/main/home")
  forgetRetry("shell", "/main/home")
  expect(mayRetry("page", "/main/home")).toBe(false)
})
