import { expect, test } from "vitest"
import { noticeFilters } from "./notice-filters.ts"

const read = (address: string) => noticeFilters.read(new URLSearchParams(address))

test("[LAYOUT-3] both lists of notices stand in the address, with their filters and pages", () => {
  const address = "tab=written&stage=draft&title=%E5%81%9C%E6%B0%B4&beforeid=7&notice=9"
  expect(noticeFilters.write(read(address)).toString()).toBe(address)
  expect(noticeFilters.write(noticeFilters.reset(read(address))).toString()).toBe("tab=written&notice=9")
})

test.each(["tab=all", "state=constructor", "stage=gone", "before=7", "beforeid=x", "notice=x"])(
  "[LAYOUT-3] an address of the notices that says %s says nothing",
  (address) => expect(read(address)).toEqual(noticeFilters.usual),
)
