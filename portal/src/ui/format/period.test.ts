import { expect, test } from "vitest"
import { boundsOf } from "./period.ts"

/** Half past midnight in China. */
const now = Date.parse("2026-03-01T00:30:00+08:00")
const none = { from: "", to: "" }

test.each([
  ["today", none, { starttime: "2026-03-01 00:00:00" }],
  ["week", none, { starttime: "2026-02-23 00:00:00" }],
  ["month", none, { starttime: "2026-01-31 00:00:00" }],
  ["all", none, {}],
  ["chosen", none, {}],
  ["chosen", { from: "2026-02-01", to: "" }, { starttime: "2026-02-01 00:00:00" }],
  ["chosen", { from: "", to: "2026-02-01" }, { endtime: "2026-02-01 23:59:59" }],
  [
    "chosen",
    { from: "2026-02-03", to: "2026-02-01" },
    { starttime: "2026-02-01 00:00:00", endtime: "2026-02-03 23:59:59" },
  ],
] as const)("%s %j asks for %j, by China's day", (period, chosen, bounds) => {
  expect(boundsOf(period, chosen, now)).toEqual(bounds)
})
