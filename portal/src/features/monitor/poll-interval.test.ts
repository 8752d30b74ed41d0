import { monitorDefaults } from "@uc/contract/alarms/calls"
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  ageS,
  isInterrupted,
  momentAt,
  msOf,
  paceFrom,
  periodAt,
  reducePace,
  waitMs,
  type PaceEvent,
} from "./poll-interval.ts"

const nowMs = msOf("2026-11-15 14:05:09")
const answered = (ms: number, isHidden = false): PaceEvent => ({ type: "answered", nowMs: ms, isHidden })
const steady = reducePace(paceFrom(nowMs), answered(nowMs))

test("[SPEC-5][SPEC-6][WARN-1] polls are 6000 ms apart by default, randomly up to a tenth more, never less", () => {
  expect(waitMs(steady, false, 0)).toBe(6000)
  expect(waitMs(steady, false, 0.5)).toBe(6300)
  expect(waitMs(steady, false, 1)).toBe(6600)
  expect(waitMs(reducePace(paceFrom(nowMs, 20_000), answered(nowMs)), false, 0)).toBe(20_000)
  expect(monitorDefaults.pollMs).toBe(6000)
})

test("[WARN-7] failures lengthen the interval up to half a minute; one answer resets it", () => {
  let pace = steady
  const gaps = [1, 2, 3, 4].map(() => {
    pace = reducePace(reducePace(pace, { type: "asked" }), { type: "failed" })
    return waitMs(pace, false, 0)
  })
  expect(gaps).toEqual([12_000, 24_000, 30_000, 30_000])
  expect(waitMs(reducePace(pace, answered(nowMs)), false, 0)).toBe(6000)
  expect(waitMs(reducePace(pace, { type: "nudged" }), false, 0)).toBe(6000)
})

test("[WARN-7] a hidden page beats once a minute, and that is no omission", () => {
  expect(waitMs(steady, true, 0)).toBe(60_000)
  const hidden = reducePace(steady, answered(nowMs, true))
  expect(isInterrupted(hidden, nowMs + 60_000)).toBe(false)
  expect(isInterrupted(hidden, nowMs + 72_000)).toBe(true)
})

test("[WARN-7] an event during a poll causes another right after, but not after a failure", () => {
  const asking = reducePace(reducePace(steady, { type: "asked" }), { type: "nudged" })
  expect(asking.isAsking).toBe(true)
  expect(waitMs(reducePace(asking, answered(nowMs)), false, 0)).toBe(0)
  expect(waitMs(reducePace(asking, { type: "failed" }), false, 0)).toBe(12_000)
})

test("[WARN-7] after three missed polls it is interrupted, also after a laptop's sleep", () => {
  expect(isInterrupted(steady, nowMs + 17_999)).toBe(false)
  expect(isInterrupted(steady, nowMs + 18_000)).toBe(true)
  expect(isInterrupted(paceFrom(nowMs), nowMs + 18_000)).toBe(true)
  expect(isInterrupted(steady, nowMs + 3_600_000)).toBe(true)
  expect(ageS(steady, nowMs + 3_600_000)).toBe(3600)
})

test("[WARN-1] the period is today in Shanghai up to now", () => {
  expect(periodAt(nowMs, nowMs - 6000, null)).toEqual({
    starttime: "2026-11-15 00:00:00",
    endtime: "2026-11-15 14:05:09",
  })
  // 16:30 in London is the next day there.
  expect(periodAt(Date.UTC(2026, 10, 15, 16, 30), null, null).starttime).toBe("2026-11-16 00:00:00")
})

test("[WARN-1] the first poll after midnight starts at the last success", () => {
  const midnight = msOf("2026-11-16 00:00:00")
  expect(periodAt(midnight + 2000, midnight - 4000, null).starttime).toBe("2026-11-15 23:59:56")
  expect(periodAt(midnight + 8000, midnight + 2000, null).starttime).toBe("2026-11-16 00:00:00")
  const cardMs = msOf("2026-11-15 23:59:58")
  expect(periodAt(midnight + 8000, midnight + 2000, cardMs).starttime).toBe("2026-11-15 23:59:58")
})

test("[WARN-1] nothing falls between two questions, whenever they are asked", () => {
  const ms = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000)
  fc.assert(
    fc.property(ms, fc.integer({ min: 0, max: 200_000 }), (beforeMs, gapS) => {
      const { starttime, endtime } = periodAt(beforeMs + gapS * 1000, beforeMs, null)
      expect(starttime <= momentAt(beforeMs)).toBe(true)
      expect(endtime >= momentAt(beforeMs)).toBe(true)
      expect(momentAt(msOf(starttime))).toBe(starttime)
    }),
  )
})
