import { expect, test } from "vitest"
import { formatMilliseconds, formatMoment } from "./moment-in-words.ts"

/** 01:30 in China, still the day before in London. */
const now = Date.parse("2026-01-01T01:30:00+08:00")

test.each([
  ["2026-01-01 00:05:09", "今天 00:05"],
  ["2025-12-31 23:59:59", "昨天 23:59"],
  ["2025-12-30 08:00:00", "2025年12月30日 08:00"],
  ["2026-01-02 08:00:00", "明天 08:00"],
  ["2026-01-03 08:00:00", "1月3日 08:00"],
])("[SHELL-1] %s is %s, by China's day", (moment, words) => {
  expect(formatMoment(moment, now)).toBe(words)
})

test("to the second where it matters", () => {
  expect(formatMoment("2026-01-01 00:05:09", now, { withSeconds: true })).toBe("今天 00:05:09")
})

test("the browser's own milliseconds are worded by China's day too", () => {
  expect(formatMilliseconds(Date.parse("2025-12-31T16:05:09Z"), now)).toBe("今天 00:05")
})
