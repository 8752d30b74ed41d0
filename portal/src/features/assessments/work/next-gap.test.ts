import { expect, test } from "vitest"
import { nextGap } from "./next-gap.ts"

const item = (itemId: string, hasScore: boolean) => ({ itemId, name: itemId, hasScore })
const items = [item("1", true), item("2", false), item("3", true), item("4", false)]

test("[DAY-14] the next gap is the first item without a score after the present one, then from the top", () => {
  expect(nextGap(items, null)?.itemId).toBe("2")
  expect(nextGap(items, "2")?.itemId).toBe("4")
  expect(nextGap(items, "3")?.itemId).toBe("4")
  expect(nextGap(items, "4")?.itemId).toBe("2")
  expect(nextGap([item("1", false)], "1")?.itemId).toBe("1")
  expect(nextGap([item("1", true)], null)).toBeNull()
})
