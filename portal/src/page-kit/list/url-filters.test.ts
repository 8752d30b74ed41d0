import { expect, test } from "vitest"
import { z } from "zod"
import { filter, openItem, pageAt, tick, urlFilters, view } from "./url-filters.ts"

const filters = urlFilters({
  tab: view(z.enum(["mine", "all"]), "mine"),
  state: filter(z.enum(["open", "closed"]), "open"),
  kind: filter(z.enum(["a", "b"])),
  late: tick(),
  before: pageAt(z.string().max(5)),
  id: openItem(z.string().regex(/^[0-9]+$/)),
})
const read = (address: string) => filters.read(new URLSearchParams(address))

test("[LAYOUT-3] an empty address is the usual list", () => {
  expect(read("")).toEqual({ tab: "mine", state: "open", kind: "", late: false, before: "", id: "" })
  expect(filters.isFiltered(read(""))).toBe(false)
})

test("[LAYOUT-3] an address is read and written the same", () => {
  const address = "tab=all&state=closed&kind=b&late=1&before=abc&id=7"
  expect(filters.write(read(address)).toString()).toBe(address)
})

test.each(["state=never", "kind=c", "late=yes", "before=toolong", "id=x", "other=1"])(
  "[LAYOUT-3] an address that says %s says nothing",
  (address) => expect(read(address)).toEqual(filters.usual),
)

test("[LAYOUT-3] another filter leads to the list's beginning", () => {
  expect(filters.narrow(read("kind=a&before=abc&id=7"), { kind: "b" })).toEqual(read("kind=b&id=7"))
})

test("[LAYOUT-3] a reset empties the filters and keeps the view", () => {
  expect(filters.reset(read("tab=all&state=closed&late=1&before=abc"))).toEqual(read("tab=all"))
})

test.each([
  ["tab=all&before=abc&id=7", false],
  ["state=closed", true],
  ["late=1", true],
])("[LAYOUT-3] whether %s is filtered: %s", (address, isFiltered) => {
  expect(filters.isFiltered(read(address))).toBe(isFiltered)
})
