// @vitest-environment jsdom
import { CurrentUser } from "@uc/contract/account/calls"
import { beforeEach, expect, test, vi } from "vitest"
import { forgetUser, isBrowserOf, keepUser, storedUser, watchBrowserUser } from "./session.ts"
import { someUser } from "../../testing/some-user.ts"

beforeEach(() => {
  localStorage.clear()
  forgetUser()
})

test("[SHELL-3] the user is kept in session storage with its 25 fields", () => {
  const user = CurrentUser.parse({ ...someUser, passwordHash: "x" })
  keepUser(user)
  const kept: unknown = JSON.parse(sessionStorage.getItem("uc:user") ?? "null")
  expect(kept).toEqual(someUser)
  expect(Object.keys(CurrentUser.shape)).toHaveLength(25)
  expect(Object.keys(someUser).toSorted()).toEqual(Object.keys(CurrentUser.shape).toSorted())
  expect(storedUser()).toEqual(someUser)
})

test("[SHELL-3] what is no user in storage counts as none", () => {
  sessionStorage.setItem("uc:user", '{"nickname":"x"}')
  expect(storedUser()).toBeNull()
  sessionStorage.setItem("uc:user", "{")
  expect(storedUser()).toBeNull()
})

test("[MENU-6] a tab learns that another one signed in as somebody else", () => {
  const told = vi.fn<(userId: string | null) => void>()
  watchBrowserUser(told)
  keepUser(someUser)
  expect(isBrowserOf(someUser.id)).toBe(true)
  localStorage.setItem("uc:user-id", "2")
  window.dispatchEvent(new StorageEvent("storage", { key: "uc:user-id", newValue: "2" }))
  expect(told).toHaveBeenCalledExactlyOnceWith("2")
  expect(isBrowserOf(someUser.id)).toBe(false)
})

test("[LOGIN-7] other tabs learn that the user is gone, but not of one who was signed in over", () => {
  const told = vi.fn<(userId: string | null) => void>()
  watchBrowserUser(told)
  keepUser(someUser)
  forgetUser()
  expect(localStorage.getItem("uc:user-id")).toBeNull()
  window.dispatchEvent(new StorageEvent("storage", { key: "uc:user-id", newValue: null }))
  expect(told).toHaveBeenCalledExactlyOnceWith(null)

  keepUser(someUser)
  localStorage.setItem("uc:user-id", "2")
  forgetUser()
  expect(localStorage.getItem("uc:user-id")).toBe("2")
})
