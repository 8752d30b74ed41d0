import { expect, test } from "vitest"
import { halfHours, parseTime } from "./times.ts"

test("[LAYOUT-3] an hour is read in every way in which people type it", () => {
  for (const text of ["14:05", "1405", "14：05", "14.05", "14点5分", " 14时05 "])
    expect(parseTime(text)).toBe("14:05")
  expect(parseTime("805")).toBe("08:05")
  expect(parseTime("8点")).toBe("08:00")
})

test("[LAYOUT-3] what is no time of a day is refused", () => {
  for (const text of ["24:00", "12:60", "7", "12345", "noon", ""]) expect(parseTime(text)).toBeNull()
})

test("[LAYOUT-3] every half hour is offered", () => {
  expect([halfHours.length, halfHours[0], halfHours[47]]).toEqual([48, "00:00", "23:30"])
})
