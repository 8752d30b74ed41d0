import { expect, test } from "vitest"
import { periodFrom } from "./use-log-filters.ts"

test("[HOME-2] a log begins with the period that a number was counted in; what an address says wrongly, it does not say", () => {
  expect(["today", "month", "constructor", "", null].map(periodFrom)).toEqual([
    "today",
    "month",
    undefined,
    undefined,
    undefined,
  ])
})
