import { expect, test } from "vitest"
import { inputOf, taskFilters } from "./task-filters.ts"

const { usual, read, write, isFiltered, narrow } = taskFilters

test("[WORK-1] view, filters, page and open task stand in the address, defaults do not", () => {
  expect(write(usual).toString()).toBe("")
  const place = {
    ...usual,
    view: "given",
    state: "handedBack",
    due: "overdue",
    priority: "1",
    finished: "2026-11-15",
    title: "消防",
    order: "newest",
    cursor: "1763188800000-5",
    task: "7",
    work: "9",
  } as const
  expect(read(write(place))).toEqual(place)
  expect(isFiltered(place)).toBe(true)
  expect(isFiltered({ ...usual, view: "all", cursor: "1-1", task: "7" })).toBe(false)
  expect(inputOf(place)).toEqual({
    view: "given",
    order: "newest",
    state: 2,
    due: "overdue",
    priority: 1,
    finished: "2026-11-15",
    title: "消防",
  })
  expect(inputOf({ ...usual, state: "all", title: " " })).toEqual({ view: "mine", order: "due" })
  expect(narrow(place, { due: "" }).cursor).toBe("")
})

test("[WORK-1] what an address says wrongly, it does not say", () => {
  const typed = `view=hers&state=on&due=ever&priority=9&cursor=1&task=x&month=2026-13&finished=2026-02-30&look=pie&title=${"长".repeat(101)}`
  expect(read(new URLSearchParams(typed))).toEqual(usual)
})

test("[LAYOUT-3] a reset of the task list keeps which list it is and its order", () => {
  const place = read(new URLSearchParams("view=given&state=all&title=a&order=newest&cursor=1-1"))
  expect(write(taskFilters.reset(place)).toString()).toBe("view=given&order=newest")
})

test.each([
  ["2026-11", "2026-11"],
  ["2999-11", "2999-11"],
  // Its last week ends in the year 3000, which no call takes as a day.
  ["2999-12", ""],
])("[LAYOUT-3] the month %s in an address is read as %j", (month, shown) => {
  expect(read(new URLSearchParams({ month })).month).toBe(shown)
})
