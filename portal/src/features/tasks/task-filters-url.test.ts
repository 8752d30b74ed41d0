import { expect, test } from "vitest"
import { urlOf, filtered, filtersOf, isFiltered, noFilterState, filtersFromUrl } from "./task-filters-url.ts"

test("[WORK-1] view, filters, page and the open task stay in the address, and only what was said stands there", () => {
  expect(urlOf(noFilterState).toString()).toBe("")
  const place = {
    ...noFilterState,
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
  expect(filtersFromUrl(urlOf(place))).toEqual(place)
  expect(isFiltered(place)).toBe(true)
  expect(isFiltered({ ...noFilterState, view: "all", cursor: "1-1", task: "7" })).toBe(false)
  expect(filtersOf(place)).toEqual({
    view: "given",
    order: "newest",
    state: 2,
    due: "overdue",
    priority: 1,
    finished: "2026-11-15",
    title: "消防",
  })
  expect(filtersOf({ ...noFilterState, state: "all", title: " " })).toEqual({ view: "mine", order: "due" })
  expect(filtered(place, { due: "" }).cursor).toBe("")
})

test("[WORK-1] what an address says wrongly, it does not say", () => {
  const typed = `view=hers&state=on&due=ever&priority=9&cursor=1&task=x&month=2026-13&finished=2026-02-30&look=pie&title=${"长".repeat(101)}`
  expect(filtersFromUrl(new URLSearchParams(typed))).toEqual(noFilterState)
})
