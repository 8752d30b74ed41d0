import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { alarmFilters, inputOf } from "./alarm-filters.ts"

const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
const { usual, read, write, isFiltered, narrow } = alarmFilters

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-15T04:00:00Z") }))
afterEach(() => void vi.useRealTimers())

test("[WORK-4] filters, page and open alarm stand in the address, defaults do not", () => {
  expect(write(usual).toString()).toBe("")
  const place = {
    ...usual,
    state: "closed",
    period: "chosen",
    from: "2026-11-01",
    level: "重大",
    org: "7",
    escalated: true,
    waiting: true,
    before: "1763188800000-5",
    alarm: uuid,
  } as const
  expect(read(write(place))).toEqual(place)
  expect(isFiltered(place)).toBe(true)
  expect(isFiltered({ ...usual, before: "1-1", alarm: uuid })).toBe(false)
})

test("[WORK-4] what an address says wrongly, it does not say", () => {
  const typed =
    "state=on&by=luck&period=ever&org=abc&before=1&alarm=x&from=2026-02-31&escalated=yes&level=" +
    "长".repeat(65)
  expect(read(new URLSearchParams(typed))).toEqual(usual)
})

test("[WORK-4] another filter begins at the newest, and becomes the call's input", () => {
  const place = narrow({ ...usual, before: "1-1" }, { type: "gas", period: "today", mine: true })
  expect(place.before).toBe("")
  expect(inputOf(place)).toEqual({
    state: "active",
    model_code: "gas",
    mine: 1,
    starttime: "2026-11-15 00:00:00",
  })
  expect(inputOf({ ...usual, state: "all" })).toEqual({})
})

test("[HOME-1] the period may be about when they were over", () => {
  const place = read(new URLSearchParams("state=all&by=closed&period=chosen&from=2026-11-14&to=2026-11-14"))
  expect(inputOf(place)).toEqual({
    closedstart: "2026-11-14 00:00:00",
    closedend: "2026-11-14 23:59:59",
  })
  expect(read(write(place))).toEqual(place)
})
