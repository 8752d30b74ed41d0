// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserStorage, readJson, tabStorage } from "./storage.ts"

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

test("what is kept stands in the browser's storage under a name of our own", () => {
  expect(tabStorage.set("user", "1")).toBe(true)
  expect(sessionStorage.getItem("uc:user")).toBe("1")
  expect(tabStorage.get("user")).toBe("1")
  expect(tabStorage.keys()).toEqual(["user"])
  tabStorage.remove("user")
  expect(tabStorage.get("user")).toBeNull()
})

test("a full or refused storage keeps it for this page, and says so", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  expect(browserStorage.set("menus", "[]")).toBe(false)
  expect(browserStorage.get("menus")).toBe("[]")
  expect(browserStorage.keys()).toContain("menus")
  full.mockRestore()
  browserStorage.set("menus", "[1]")
  expect(localStorage.getItem("uc:menus")).toBe("[1]")
  expect(browserStorage.get("menus")).toBe("[1]")
})

test("storage that may not even be looked at throws nowhere", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError")
  })
  expect(browserStorage.get("a")).toBeNull()
  expect(browserStorage.set("a", "1")).toBe(false)
  expect(browserStorage.keys()).toEqual(["a"])
  browserStorage.remove("a")
  expect(browserStorage.get("a")).toBeNull()
})

test("broken JSON counts as nothing", () => {
  tabStorage.set("user", "{")
  expect(readJson(tabStorage, "user")).toBeNull()
})
