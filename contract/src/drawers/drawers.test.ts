import { expect, test } from "vitest"
import { drawers, ownPath } from "./drawers.ts"
import { pickers } from "../pickers/pickers.ts"

test("[DLG-1] no two dialogs or drawers share a key, and the one without a key is 1", () => {
  const keys = [...Object.values(pickers), ...Object.values(drawers)].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(drawers.page.key).toBe(1)
})

test.each([
  ["/main/home", "/main/home"],
  ["#/main/home?tab=1", "/main/home?tab=1"],
  ["/12/34", "/12/34"],
  ["/人员", "/人员"],
  ["/", "/"],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["\\\\evil.example", null],
  ["/a\\b", null],
  ["/\t/evil.example", null],
  ["\n//evil.example", null],
  [" /main/home", null],
  ["javascript:alert(1)", null],
  ["https://evil.example/", null],
  ["#//evil.example", null],
  ["##/main", null],
  ["main/home", null],
  ["", null],
  ["/\ud800", null],
])("[DLG-5] of %j the portal's own place is %j", (given, path) => {
  expect(ownPath(given)).toBe(path)
})
