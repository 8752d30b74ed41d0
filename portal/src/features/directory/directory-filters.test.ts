import { expect, test } from "vitest"
import { asked, changeTo, directoryFilters, nodeFrom } from "./directory-filters.ts"

const from = (search: string) => directoryFilters.read(new URLSearchParams(search))
const again = (search: string) => directoryFilters.write(from(search)).toString()

test("[HOME-6] the address holds node, filters and page, but no defaults", () => {
  const search = "node=department-34&off=1&name=zs&state=off&admin=1&direct=1&after=two&person=7"
  expect(again(search)).toBe(search)
  expect(again("")).toBe("")
  expect(asked(nodeFrom(from(search).node))).toEqual({ deptid: "34" })
  expect(asked(nodeFrom(from("node=area-330100").node))).toEqual({ areaid: "330100" })
})

test.each(["node=person-1", "node=area-", "node=area-1x", "node=toString-1", "person=1%27", "state=x"])(
  "[HOME-6] invalid values in an address are ignored: %s",
  (odd) => expect(again(odd)).toBe(""),
)

test("[LAYOUT-3] a reset keeps node and tree; another node keeps the filters", () => {
  const state = from("node=department-34&off=1&name=zs&admin=1&direct=1&after=two")
  expect(directoryFilters.write(directoryFilters.reset(state)).toString()).toBe("node=department-34&off=1")
  const moved = { ...state, ...changeTo({ kind: "organisation", id: "5" }) }
  expect(directoryFilters.write(moved).toString()).toBe("node=organisation-5&off=1&name=zs&admin=1")
})
