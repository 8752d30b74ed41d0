import { expect, test } from "vitest"
import { returnSearch } from "./go-back-after-sign-in.ts"

test("[LOGIN-6] another login page keeps the wanted address; two of them are ignored", () => {
  const wanted = "https://oa.example.cn/back?a=1&b=2#c"
  const search = `?x=1&returnUrl=${encodeURIComponent(wanted)}`
  expect([...new URLSearchParams(returnSearch(search))]).toEqual([["returnUrl", wanted]])
  expect(returnSearch("")).toBe("")
  expect(returnSearch("?returnUrl=/a&returnUrl=//evil.example")).toBe("")
})
