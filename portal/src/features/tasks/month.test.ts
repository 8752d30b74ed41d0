import { expect, test } from "vitest"
import { dayAfterKey, monthGrid, monthsLater } from "./month.ts"

test("[WORK-1] a month is shown in whole weeks from Monday on", () => {
  const november = monthGrid("2026-11")
  expect([november.from, november.to, november.weeks.length]).toEqual(["2026-10-26", "2026-12-06", 6])
  expect(november.weeks.every((week) => week.length === 7)).toBe(true)
  // February 2027 begins on a Monday and has four weeks.
  const february = monthGrid("2027-02")
  expect([february.from, february.to, february.weeks.length]).toEqual(["2027-02-01", "2027-02-28", 4])
  expect([monthsLater("2026-12", 1), monthsLater("2026-01", -1)]).toEqual(["2027-01", "2025-12"])
})

test("[WORK-1] the calendar is walked by keys: days, weeks, months", () => {
  const day = "2026-01-31"
  expect(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "x"].map((key) =>
      dayAfterKey(day, key),
    ),
  ).toEqual([
    "2026-01-30",
    "2026-02-01",
    "2026-01-24",
    "2026-02-07",
    "2026-01-26",
    "2026-02-01",
    "2025-12-31",
    "2026-02-28",
    null,
  ])
})
