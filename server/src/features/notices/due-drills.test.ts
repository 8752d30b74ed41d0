import { expect, test } from "vitest"
import { dueDrill } from "./due-drills.ts"

const at = (moment: string) => new Date(`${moment}+08:00`)
const due = (now: string, held: number, madeAt = "2024-03-01T08:00:00") =>
  dueDrill({ planId: "5", timesAYear: 4, held, madeAt: at(madeAt) }, at(now))

test("[HOME-1] a drill is due once its share of the year has passed, by Shanghai's calendar", () => {
  expect(due("2026-04-03T00:00:00", 0)).toEqual({ expected: 1, key: "drill-due:5:2026:1" })
  expect(due("2026-03-31T00:00:00", 0)).toBeNull()
  expect(due("2026-07-05T00:00:00", 1)).toEqual({ expected: 2, key: "drill-due:5:2026:2" })
  expect(due("2026-07-05T00:00:00", 2)).toBeNull()
  // Still last year's in Greenwich.
  expect(due("2027-01-01T01:00:00", 0)).toBeNull()
})

test("[HOME-1] a plan that was made in this year owes only what is left of it", () => {
  expect(due("2026-10-02T00:00:00", 0, "2026-07-01T00:00:00")).toMatchObject({ expected: 1 })
  expect(due("2026-09-01T00:00:00", 0, "2026-07-01T00:00:00")).toBeNull()
})
