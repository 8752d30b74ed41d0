import { expect, test } from "vitest"
import { cutText } from "./cut-text.ts"

test.each([
  ["张三", 2, "张三"],
  ["张三丰", 2, "张三"],
  ["𠮷田", 1, ""],
  ["𠮷田", 2, "𠮷"],
  ["a𠮷田", 2, "a"],
  ["a𠮷田", 3, "a𠮷"],
  ["𠮷𠮷", 3, "𠮷"],
  ["abc", 0, ""],
])("[BARE-9] %s cut to %i is %s, never half of a character", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
  expect(cutText(text, most).isWellFormed()).toBe(true)
})
