import { expect, test } from "vitest"
import { urlOf, filtersOf, noFilterState, filtersFromUrl } from "./patrol-filters-url.ts"

test("[WORK-3] what an address says is the place, what it says wrongly is nothing, and a place is written as it was read", () => {
  const address = new URLSearchParams(
    "view=records&state=missed&from=2026-11-01&orgid=7&search=食堂&check=abc",
  )
  const place = filtersFromUrl(address)
  expect(place).toEqual({
    ...noFilterState,
    view: "records",
    state: "missed",
    from: "2026-11-01",
    orgid: "7",
    search: "食堂",
    check: "abc",
  })
  expect(urlOf(place).toString()).toBe(new URLSearchParams([...urlOf(place)]).toString())
  expect(filtersFromUrl(urlOf(place))).toEqual(place)
  const wrong = "view=all&state=lost&from=2026-02-31&orgid=x&before=1&check=" + "a".repeat(65)
  expect(filtersFromUrl(new URLSearchParams(wrong))).toEqual(noFilterState)
})

test("[WORK-3] days the wrong way round mean the days between; what is empty is not asked for", () => {
  expect(filtersOf({ ...noFilterState, from: "2026-11-09", to: "2026-11-01", search: " " })).toEqual({
    from: "2026-11-01",
    to: "2026-11-09",
  })
})
