import { expect, test } from "vitest"
import { addressOf, filtersOf, noPlace, placeFrom } from "./patrol-filters-url.ts"

test("[WORK-3] what an address says is the place, what it says wrongly is nothing, and a place is written as it was read", () => {
  const address = new URLSearchParams(
    "view=records&state=missed&from=2026-11-01&orgid=7&search=食堂&check=abc",
  )
  const place = placeFrom(address)
  expect(place).toEqual({
    ...noPlace,
    view: "records",
    state: "missed",
    from: "2026-11-01",
    orgid: "7",
    search: "食堂",
    check: "abc",
  })
  expect(addressOf(place).toString()).toBe(new URLSearchParams([...addressOf(place)]).toString())
  expect(placeFrom(addressOf(place))).toEqual(place)
  const wrong = "view=all&state=lost&from=2026-02-31&orgid=x&before=1&check=" + "a".repeat(65)
  expect(placeFrom(new URLSearchParams(wrong))).toEqual(noPlace)
})

test("[WORK-3] days the wrong way round mean the days between; what is empty is not asked for", () => {
  expect(filtersOf({ ...noPlace, from: "2026-11-09", to: "2026-11-01", search: " " })).toEqual({
    from: "2026-11-01",
    to: "2026-11-09",
  })
})
