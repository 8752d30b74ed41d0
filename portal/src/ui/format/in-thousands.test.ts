import { expect, test } from "vitest"
import { inThousands } from "./in-thousands.ts"

test("[HOME-1] a number is read in groups of three, as the browser would write it", () => {
  for (const count of [
    0, 7, 99, 100, 999, 1000, 12_345, 100_000, 3_000_000, 1_234_567_890, -1, -999, -1000, -654_321,
  ])
    expect(inThousands(count)).toBe(count.toLocaleString("zh-CN"))
})
