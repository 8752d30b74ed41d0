import { expect, test } from "vitest"
import { pageInput } from "./paging.tsx"

test("[DISTRICT-15] of an address with both cursors one is sent", () => {
  const paging = {
    by: "keys",
    before: "before",
    after: "after",
    size: 20,
    newerOf: () => null,
    olderOf: () => null,
  } as const
  const at = (before: string, after: string) => pageInput(paging, { before, after })
  expect(at("9-1", "5-1")).toEqual({ limit: 20, after: "5-1" })
  expect(at("9-1", "")).toEqual({ limit: 20, before: "9-1" })
  expect(at("", "")).toEqual({ limit: 20 })
})
