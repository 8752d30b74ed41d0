import { executionTypes } from "@uc/contract/drills/calls"
import { expect, test } from "vitest"
import { drillFilters, heldInput, standingInput } from "./drill-filters.ts"

const read = (address: string) => drillFilters.read(new URLSearchParams(address))

test("[LAYOUT-3] the ledger's filters stand in its address", () => {
  const address = "tab=standing&year=2025&orgname=一小&onlyDue=1&page=2"
  expect(drillFilters.write(read(address)).toString()).toBe(new URLSearchParams(address).toString())
  expect(standingInput(read(address))).toEqual({ year: 2025, orgname: "一小", onlyDue: 1 })
  expect(drillFilters.reset(read(address))).toEqual(read("tab=standing"))
})

test("[LAYOUT-3] what was held is asked for by day and type, and not by what the other list has", () => {
  expect(heldInput(read("tab=ledger&year=2026&day=2026-03-01&type=drill&onlyDue=1"))).toEqual({
    year: 2026,
    day: "2026-03-01",
    zxType: executionTypes.drill,
  })
})

test.each(["tab=all", "year=26", "day=2026-02-31", "type=fire", "onlyDue=yes", "page=-1"])(
  "[LAYOUT-3] an address of drills that says %s says nothing",
  (address) => expect(read(address)).toEqual(drillFilters.usual),
)

test("[DISTRICT-15] a day without a chosen year is asked for in its own year", () => {
  expect(heldInput(read("tab=ledger&day=2024-12-31"))).toEqual({ year: 2024, day: "2024-12-31" })
  expect(heldInput(read("tab=ledger&year=2025&day=2024-12-31"))).toEqual({ year: 2025, day: "2024-12-31" })
  // No year that the call takes.
  expect(heldInput(read("tab=ledger&day=1999-12-31")).year).toBe(standingInput(read("")).year)
})
