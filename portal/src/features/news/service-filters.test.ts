import { expect, test } from "vitest"
import { placeOf, serviceFilters } from "./service-filters.ts"

test("[LAYOUT-3] column, page and open article stand in the address; bad values do not", () => {
  const read = (address: string) => serviceFilters.read(new URLSearchParams(address))
  expect(read("category=pictures&before=1000-7&news=3")).toEqual({
    ...serviceFilters.usual,
    category: "pictures",
    before: "1000-7",
    news: "3",
  })
  expect(read("before=x&after=1&news=x")).toEqual(serviceFilters.usual)
  expect(placeOf({ category: "pictures" })).toBe("/main/service?category=pictures")
})
