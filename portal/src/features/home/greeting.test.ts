import { expect, test } from "vitest"
import { formatDay, greetingAt } from "./greeting.ts"

test.each([
  ["2026-11-14T20:59:00Z", "夜深了"],
  ["2026-11-14T21:00:00Z", "早上好"],
  ["2026-11-15T01:00:00Z", "上午好"],
  ["2026-11-15T04:00:00Z", "中午好"],
  ["2026-11-15T06:00:00Z", "下午好"],
  ["2026-11-15T10:00:00Z", "晚上好"],
])("[SHELL-1] greets at %s by China's clock: %s", (moment, greeting) => {
  expect(greetingAt(Date.parse(moment))).toBe(greeting)
})

test("[SHELL-1] the date turns at China's midnight and is worded in Chinese", () => {
  expect(formatDay(Date.parse("2026-11-14T15:59:59Z"))).toBe("2026年11月14日 星期六")
  expect(formatDay(Date.parse("2026-11-14T16:00:00Z"))).toBe("2026年11月15日 星期日")
})
