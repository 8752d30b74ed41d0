import { expect, test } from "vitest"
import { patrolFilters, inputOf } from "./patrol-filters.ts"

test("[WORK-3] an address is read as it was written; bad values are ignored", () => {
  const address = new URLSearchParams(
    "view=records&state=missed&from=2026-11-01&orgid=7&search=食堂&check=abc",
  )
  const place = patrolFilters.read(address)
  expect(place).toEqual({
    ...patrolFilters.usual,
    view: "records",
    state: "missed",
    from: "2026-11-01",
    orgid: "7",
    search: "食堂",
    check: "abc",
  })
  expect(patrolFilters.read(patrolFilters.write(place))).toEqual(place)
  const wrong = "view=all&state=lost&from=2026-02-31&orgid=x&before=1&check=" + "a".repeat(65)
  expect(patrolFilters.read(new URLSearchParams(wrong))).toEqual(patrolFilters.usual)
})

test("[WORK-3] days the wrong way round mean the days between; what is empty is not asked for", () => {
  expect(inputOf({ ...patrolFilters.usual, from: "2026-11-09", to: "2026-11-01", search: " " })).toEqual({
    from: "2026-11-01",
    to: "2026-11-09",
  })
})

test("[LAYOUT-3] whether stopped points and plans are shown stands in the address", () => {
  const state = patrolFilters.read(new URLSearchParams("view=points&withDisabled=1"))
  expect(state).toEqual({ ...patrolFilters.usual, view: "points", withDisabled: true })
  expect(patrolFilters.write(patrolFilters.reset(state)).toString()).toBe("view=points")
})
