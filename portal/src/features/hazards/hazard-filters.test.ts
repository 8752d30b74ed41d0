import { expect, test } from "vitest"
import { hazardFilters, hazardsAt, inputOf } from "./hazard-filters.ts"

test("[DAY-6] the ledger shows what is not closed; a number's link shows exactly its own", () => {
  expect(inputOf(hazardFilters.usual)).toEqual({ state: "active" })
  const address = new URLSearchParams(hazardsAt({ overdue: true }).split("?")[1])
  expect(inputOf(hazardFilters.read(address))).toEqual({ overdue: 1 })
  const wrong = new URLSearchParams("state=lost&level=7&orgid=x&from=2026-13-01")
  expect(inputOf(hazardFilters.read(wrong))).toEqual({ state: "active" })
})

test("[DAY-6] swapped days are put in order", () => {
  const swapped = { ...hazardFilters.usual, from: "2026-11-09", to: "2026-11-02" }
  expect(inputOf(swapped)).toMatchObject({ from: "2026-11-02", to: "2026-11-09" })
})
