import { beforeEach, expect, test } from "vitest"
import { keepWantedPlace, takeWantedPlace } from "./wanted-place.ts"

beforeEach(() => sessionStorage.clear())

test("[LOGIN-6] where the guard stopped the way is taken once", () => {
  keepWantedPlace("/1/11?a=1")
  expect(takeWantedPlace()).toBe("/1/11?a=1")
  expect(takeWantedPlace()).toBeNull()
})

test.each(["https://evil.cn/", "//evil.cn", "/\\evil.cn", "javascript:alert(1)", ""])(
  "[LOGIN-6] what is no path of this portal leads nowhere: %j",
  (path) => {
    keepWantedPlace(path)
    expect(takeWantedPlace()).toBeNull()
  },
)
