import { expect, test } from "vitest"
import { urlOf, asked, filtersFromUrl } from "./directory-filters-url.ts"

const from = (search: string) => filtersFromUrl(new URLSearchParams(search))

test("[HOME-6] the address holds the node and the filters, and nothing that is as always", () => {
  const search = "node=department-34&off=1&name=zs&state=off&admin=1&direct=1&person=7"
  expect(urlOf(from(search)).toString()).toBe(search)
  expect(urlOf(from("")).toString()).toBe("")
  expect(asked(from(search).node)).toEqual({ deptid: "34" })
  expect(asked(from("node=area-330100").node)).toEqual({ areaid: "330100" })
})

test("[HOME-6] what nobody can read in an address is left out", () => {
  for (const odd of [
    "node=person-1",
    "node=area-",
    "node=area-1x",
    "node=toString-1",
    "person=1%27",
    "state=x",
  ])
    expect(urlOf(from(odd)).toString(), odd).toBe("")
})
