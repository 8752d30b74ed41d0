// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { keepWantedAddress, takeWantedAddress } from "./wanted-address.ts"

beforeEach(() => sessionStorage.clear())

test("[LOGIN-6] where the guard stopped the way is taken once", () => {
  keepWantedAddress("/1/11?a=1", null)
  expect(takeWantedAddress("1")).toBe("/1/11?a=1")
  expect(takeWantedAddress("1")).toBeNull()
})

test.each(["https://evil.cn/", "//evil.cn", "/\\evil.cn", "javascript:alert(1)", ""])(
  "[LOGIN-6] what is no path of this portal leads nowhere: %j",
  (path) => {
    keepWantedAddress(path, null)
    expect(takeWantedAddress("1")).toBeNull()
  },
)

test("[LOGIN-6] where a session ended is a place of the same user alone", () => {
  keepWantedAddress("/task", "1")
  expect(takeWantedAddress("2")).toBeNull()
  expect(takeWantedAddress("1")).toBeNull()
  keepWantedAddress("/task", "1")
  expect(takeWantedAddress("1")).toBe("/task")
})

test("[LOGIN-6] what else may stand there leads nowhere", () => {
  sessionStorage.setItem("uc:wanted-place", "/task")
  expect(takeWantedAddress("1")).toBeNull()
})

test("[LOGIN-6] the address where a session ended stays that person's, also after the guard", () => {
  keepWantedAddress("/main/orgTree", "1")
  keepWantedAddress("/main/orgTree", null)
  expect(takeWantedAddress("2")).toBeNull()
  keepWantedAddress("/main/orgTree", "1")
  keepWantedAddress("/main/orgTree", null)
  expect(takeWantedAddress("1")).toBe("/main/orgTree")
  // Another place is whoever's who wants it.
  keepWantedAddress("/main/orgTree", "1")
  keepWantedAddress("/task", null)
  expect(takeWantedAddress("2")).toBe("/task")
})
