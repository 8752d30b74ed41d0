// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { keepWantedPlace, takeWantedPlace } from "./wanted-address.ts"

beforeEach(() => sessionStorage.clear())

test("[LOGIN-6] where the guard stopped the way is taken once", () => {
  keepWantedPlace("/1/11?a=1", null)
  expect(takeWantedPlace("1")).toBe("/1/11?a=1")
  expect(takeWantedPlace("1")).toBeNull()
})

test.each(["https://evil.cn/", "//evil.cn", "/\\evil.cn", "javascript:alert(1)", ""])(
  "[LOGIN-6] what is no path of this portal leads nowhere: %j",
  (path) => {
    keepWantedPlace(path, null)
    expect(takeWantedPlace("1")).toBeNull()
  },
)

test("[LOGIN-6] where a session ended is a place of the same user alone", () => {
  keepWantedPlace("/task", "1")
  expect(takeWantedPlace("2")).toBeNull()
  expect(takeWantedPlace("1")).toBeNull()
  keepWantedPlace("/task", "1")
  expect(takeWantedPlace("1")).toBe("/task")
})

test("[LOGIN-6] what else may stand there leads nowhere", () => {
  sessionStorage.setItem("uc:wanted-place", "/task")
  expect(takeWantedPlace("1")).toBeNull()
})

test("[LOGIN-6] the place where somebody's session ended stays theirs, also when the guard stops the way there", () => {
  keepWantedPlace("/main/orgTree", "1")
  keepWantedPlace("/main/orgTree", null)
  expect(takeWantedPlace("2")).toBeNull()
  keepWantedPlace("/main/orgTree", "1")
  keepWantedPlace("/main/orgTree", null)
  expect(takeWantedPlace("1")).toBe("/main/orgTree")
  // Another place is whoever's who wants it.
  keepWantedPlace("/main/orgTree", "1")
  keepWantedPlace("/task", null)
  expect(takeWantedPlace("2")).toBe("/task")
})
