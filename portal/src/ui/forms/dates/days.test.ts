import { expect, test } from "vitest"
import { dayInChina, formatDay, parseDay, plusDays, plusMonths, weekday, weeksAround } from "./days.ts"

test("[LAYOUT-3] a day is read in every way in which people type it", () => {
  for (const text of ["2026-3-5", "2026/03/05", "2026.3.5", "20260305", " 2026年3月5日 "])
    expect(parseDay(text)).toBe("2026-03-05")
})

test("[LAYOUT-3] what is no day is refused, and never another day", () => {
  for (const text of ["2026-02-30", "2026-13-01", "2026-0-1", "26-3-5", "明天", "", "2026-3", "2026x3x5"])
    expect(parseDay(text)).toBeNull()
  expect(parseDay("2024-02-29")).toBe("2024-02-29")
})

test("[LAYOUT-3] a month later is its last day where there is no such day", () => {
  expect(plusMonths("2026-01-31", 1)).toBe("2026-02-28")
  expect(plusMonths("2026-03-31", -1)).toBe("2026-02-28")
  expect(plusMonths("2026-12-15", 1)).toBe("2027-01-15")
  expect(plusDays("2026-02-28", 1)).toBe("2026-03-01")
})

test("[LAYOUT-3] a month is six weeks from Monday to Sunday", () => {
  const weeks = weeksAround("2026-03-05")
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect([weeks[0]?.[0], weeks[5]?.[6]]).toEqual(["2026-02-23", "2026-04-05"])
  expect(weekday("2026-03-02")).toBe(0)
  expect(formatDay("2026-03-05")).toBe("2026年3月5日")
})

test("[LAYOUT-3] today is China's day", () => {
  expect(dayInChina(Date.UTC(2026, 2, 4, 15, 59))).toBe("2026-03-04")
  expect(dayInChina(Date.UTC(2026, 2, 4, 16, 0))).toBe("2026-03-05")
})
