import { expect, test } from "vitest"
import { assessmentFilters } from "./assessment-filters.ts"

const read = (address: string) => assessmentFilters.read(new URLSearchParams(address))

test("[LAYOUT-3] the address holds what is shown, and a filter begins at the first page", () => {
  const address = "view=given&stage=returned&search=a&before=1-2"
  expect(assessmentFilters.write(read(address)).toString()).toBe(address)
  expect(assessmentFilters.narrow(read(address), { stage: "" })).toEqual(read("view=given&search=a"))
  expect(assessmentFilters.reset(read(address))).toEqual(read("view=given"))
})

test.each(["view=all", "stage=gone", "before=7", "page=0", "id=x", "org=x", `search=${"长".repeat(200)}`])(
  "[LAYOUT-3] an address of the assessments that says %s says nothing",
  (address) => expect(read(address)).toEqual(assessmentFilters.usual),
)
