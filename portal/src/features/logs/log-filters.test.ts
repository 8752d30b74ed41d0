import { expect, test } from "vitest"
import { logFilters } from "./log-filters.ts"

test.each([
  ["period=today", "today"],
  ["period=month", "month"],
  ["period=constructor", "week"],
  ["period=", "week"],
  ["", "week"],
])("[HOME-2] a log opened with %s shows the period %s", (address, period) => {
  expect(logFilters.read(new URLSearchParams(address)).period).toBe(period)
})
