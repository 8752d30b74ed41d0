// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { noteChosen, recentLimit, recentPeople } from "./recent-people.ts"

beforeEach(() => localStorage.clear())

test("[PERSON-1] recently chosen: newest first, each once, limited, per user and organisation", () => {
  noteChosen("1", "10", ["5", "6"])
  noteChosen("1", "10", ["7", "5"])
  expect(recentPeople("1", "10")).toEqual(["7", "5", "6"])
  expect(recentPeople("2", "10")).toEqual([])
  expect(recentPeople("1", "11")).toEqual([])
  noteChosen(
    "1",
    "10",
    Array.from({ length: 40 }, (_, at) => `${100 + at}`),
  )
  expect(recentPeople("1", "10")).toHaveLength(recentLimit)
  expect(recentPeople("1", "10")[0]).toBe("100")
})

test.each(['{"a":1}', "not json", '["x", 7, null, "8"]'])(
  "[PERSON-1] what somebody else left under the key (%s) is no fault",
  (left) => {
    localStorage.setItem("uc:recent-people:1:10", left)
    expect(recentPeople("1", "10")).toEqual(left.startsWith("[") ? ["8"] : [])
  },
)
