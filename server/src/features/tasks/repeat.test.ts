import { expect, test } from "vitest"
import { occurrenceAt, occurrenceDue, reminderAt } from "./repeat.ts"

const at = (wire: string) => new Date(`${wire.replace(" ", "T")}:00+08:00`)

test("[WORK-1] repetition follows Shanghai's calendar; the 31st is a short month's last day", () => {
  const first = at("2026-01-31 07:30")
  const months = [0, 1, 2, 3, 11, 12, 25].map((no) => occurrenceAt(first, "monthly", no))
  expect(months).toEqual(
    [
      "2026-01-31 07:30",
      "2026-02-28 07:30",
      "2026-03-31 07:30",
      "2026-04-30 07:30",
      "2026-12-31 07:30",
      "2027-01-31 07:30",
      "2028-02-29 07:30",
    ].map(at),
  )
  expect(occurrenceAt(first, "daily", 2)).toEqual(at("2026-02-02 07:30"))
  expect(occurrenceAt(first, "weekly", 1)).toEqual(at("2026-02-07 07:30"))
  // Early in Shanghai it is still yesterday in UTC.
  expect(occurrenceAt(at("2026-03-01 00:30"), "monthly", 1)).toEqual(at("2026-04-01 00:30"))
})

test("[WORK-1] the newest due occurrence is given, missed ones are skipped", () => {
  const first = at("2026-11-02 08:00")
  expect(occurrenceDue(first, "daily", 0, at("2026-11-03 07:59"))).toBeNull()
  expect(occurrenceDue(first, "daily", 0, at("2026-11-03 08:00"))).toBe(1)
  expect(occurrenceDue(first, "daily", 0, at("2026-11-06 09:00"))).toBe(4)
  expect(occurrenceDue(first, "daily", 4, at("2026-11-06 09:00"))).toBeNull()
  expect(occurrenceDue(first, "weekly", 3, at("2026-11-30 08:00"))).toBe(4)
})

test("[WORK-1] the reminder comes a day before, for a short task at half of its time", () => {
  expect(reminderAt(at("2026-11-02 08:00"), at("2026-11-12 17:00"))).toEqual(at("2026-11-11 17:00"))
  expect(reminderAt(at("2026-11-02 08:00"), at("2026-11-02 12:00"))).toEqual(at("2026-11-02 10:00"))
  expect(reminderAt(at("2026-11-02 08:00"), null)).toBeNull()
  expect(reminderAt(at("2026-11-02 08:00"), at("2026-11-02 08:00"))).toBeNull()
})
