// @vitest-environment jsdom
import { profileCalls } from "@uc/contract/account/profile-calls"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { homePageOf, keepHomePage } from "./home-page.ts"
import { send } from "../../platform/http/send.ts"
import { browserStorage } from "../../platform/session/storage.ts"

vi.mock("../../platform/http/send.ts", () => ({ send: vi.fn() }))

beforeEach(() => {
  for (const key of browserStorage.keys()) browserStorage.remove(key)
  vi.mocked(send).mockReset()
})
afterEach(() => void vi.useRealTimers())

test("[LOGIN-6] the chosen page is loaded once on a new browser, and then remembered", async () => {
  vi.mocked(send).mockResolvedValue({ homePage: "/main/alarms" })
  expect([await homePageOf("1"), await homePageOf("1")]).toEqual(["/main/alarms", "/main/alarms"])
  expect(vi.mocked(send).mock.calls).toEqual([[profileCalls.own, {}]])
  keepHomePage("1", null)
  expect(await homePageOf("1")).toBe("/main/home")
  expect(await homePageOf(null)).toBe("/main/home")
})

test("[LOGIN-6] after a failed call, or with another site's address, the home page opens", async () => {
  vi.mocked(send).mockRejectedValueOnce(new Error("down"))
  expect(await homePageOf("2")).toBe("/main/home")
  vi.useFakeTimers()
  vi.mocked(send).mockReturnValue(new Promise(() => undefined))
  const landing = homePageOf("2")
  await vi.advanceTimersByTimeAsync(1500)
  expect(await landing).toBe("/main/home")
  for (const odd of ["//evil.example", "https://evil.example", "/\\evil", "javascript:alert(1)"]) {
    browserStorage.set("home-page:3", odd)
    expect(await homePageOf("3")).toBe("/main/home")
  }
})
