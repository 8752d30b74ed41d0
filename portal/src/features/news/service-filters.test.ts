import { expect, test } from "vitest"
import { placeOf, serviceFilters } from "./service-filters.ts"

test("[LAYOUT-3] column, page and open piece stand in the address; what it says wrongly, it does not say", () => {
  const read = (address: string) => serviceFilters.read(new URLSearchParams(address))
  expect(read("category=pictures&before=1000-7&news=3")).toEqual({
    ...serviceFilters.usual,
    category: "pictures",
    before: "1000-7",
    news: "3",
  })
  expect(read("before=x&after=1&news=x")).toEqual(serviceFilters.usual)
  expect(placeOf({ category: "pictures" })).toBe("?category=pictures")
})
