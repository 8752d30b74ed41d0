import { executionTypes, type LiveDrill } from "@uc/contract/drills/calls"
import { expect, test } from "vitest"
import { formatDuration, roundsOf, runningTime, secondsSince, yearAt } from "./drill-labels.ts"

function live(id: string, round: string | null, confirmed = 0): LiveDrill {
  return {
    id,
    yazxCode: `YA${id}`,
    title: "疏散演练",
    zxType: executionTypes.drill,
    round,
    planId: null,
    orgid: id,
    orgname: `学校${id}`,
    begunAt: "2026-11-15 14:00:00",
    confirmed,
    people: 10,
    isConfirmedByMe: false,
    mayConfirm: false,
    mayEnd: false,
  }
}

test("[WORK-5] the running time is the server's at its answer, and counts on by our own clock", () => {
  const answered = { now: "2026-11-15 14:12:05", atMs: 5_000_000 }
  expect(secondsSince("2026-11-15 14:00:00", answered, 5_003_000)).toBe(728)
  expect([runningTime(728), runningTime(3725), runningTime(-3)]).toEqual(["12:08", "1:02:05", "00:00"])
  expect([formatDuration(59), formatDuration(728), formatDuration(3600)]).toEqual([
    "59秒",
    "12分8秒",
    "1小时0分0秒",
  ])
})

test("[WORK-5] what was started together is one round, and what has no round stands alone", () => {
  const runs = roundsOf([live("1", "a", 2), live("2", null), live("3", "a", 3), live("4", null)])
  expect(runs.map(({ drills }) => drills.map(({ id }) => id))).toEqual([["1", "3"], ["2"], ["4"]])
  expect(runs[0]).toMatchObject({ round: "a", confirmed: 5, people: 20 })
})

test("[WORK-5] the year begins with Shanghai's midnight", () => {
  expect(yearAt(Date.parse("2025-12-31T15:59:59Z"))).toBe(2025)
  expect(yearAt(Date.parse("2025-12-31T16:00:00Z"))).toBe(2026)
})
