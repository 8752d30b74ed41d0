// @vitest-environment node
import { expect, test } from "vitest"
import { beginProgress, isProgressRunning } from "./progress.ts"

test("[ROUTE-7] the bar runs while anything does, and an end counts once", () => {
  const one = beginProgress()
  const two = beginProgress()
  one()
  one()
  expect(isProgressRunning()).toBe(true)
  two()
  expect(isProgressRunning()).toBe(false)
})
