import { expect, test } from "vitest"
import { splitBy } from "./statistics-period.ts"

test.each([
  [
    "whole days",
    "day",
    "2031-05-06 00:00:00",
    "2031-05-07 23:59:59",
    { whole: { from: "2031-05-06 00:00:00", until: "2031-05-08 00:00:00" }, edges: [] },
  ],
  [
    "both ends stick out",
    "day",
    "2031-02-28 12:00:00",
    "2031-03-02 08:00:00",
    {
      whole: { from: "2031-03-01 00:00:00", until: "2031-03-02 00:00:00" },
      edges: [
        { from: "2031-02-28 12:00:00", until: "2031-03-01 00:00:00" },
        { from: "2031-03-02 00:00:00", until: "2031-03-02 08:00:01" },
      ],
    },
  ],
  [
    "within a day",
    "day",
    "2031-05-06 01:00:00",
    "2031-05-06 02:00:00",
    { whole: null, edges: [{ from: "2031-05-06 01:00:00", until: "2031-05-06 02:00:01" }] },
  ],
  [
    "over midnight without a whole day",
    "day",
    "2031-05-06 23:00:00",
    "2031-05-07 01:00:00",
    { whole: null, edges: [{ from: "2031-05-06 23:00:00", until: "2031-05-07 01:00:01" }] },
  ],
  [
    "months over a turn of the year",
    "month",
    "2030-11-30 00:00:00",
    "2031-02-28 23:59:59",
    {
      whole: { from: "2030-12-01 00:00:00", until: "2031-03-01 00:00:00" },
      edges: [{ from: "2030-11-30 00:00:00", until: "2030-12-01 00:00:00" }],
    },
  ],
  [
    "an end before its start",
    "month",
    "2031-05-07 00:00:00",
    "2031-05-06 00:00:00",
    { whole: null, edges: [] },
  ],
] as const)(
  "[WORK-4] a period is split into whole units and the rest at its ends: %s",
  (_name, unit, from, to, expected) => {
    expect(splitBy(unit, { from, to })).toEqual(expected)
  },
)
