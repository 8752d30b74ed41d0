import { expect, test } from "vitest"
import { shiftPx } from "./scroll-to-show.ts"

test("[BARE-2] a box scrolls just far enough, and not for what is visible", () => {
  const box = [100, 300] as const
  expect(shiftPx([120, 160], box)).toBe(0)
  expect(shiftPx([60, 100], box)).toBe(-40)
  expect(shiftPx([290, 330], box)).toBe(30)
  expect(shiftPx([100, 300], box)).toBe(0)
})

test("[BARE-2] what is longer than its box comes to the edge that it begins or ends at", () => {
  const box = [100, 300] as const
  expect(shiftPx([50, 350], box)).toBe(0)
  expect(shiftPx([200, 500], box)).toBe(100)
  expect(shiftPx([-100, 200], box)).toBe(-100)
})
