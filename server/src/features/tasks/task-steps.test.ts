import { expect, test } from "vitest"
import { mergedSteps, progressOfSteps, stepNumbers } from "./task-steps.ts"

test("[LAYOUT-6][WORK-1] step numbers are read from the list, each once", () => {
  expect(stepNumbers()).toEqual([])
  expect(stepNumbers("2,0,2")).toEqual([2, 0])
})

test("[LAYOUT-6][WORK-1] ticks of another device stay, unless this one had seen and unticked them", () => {
  expect(mergedSteps([0, 1], [0], [0, 2])).toEqual([0, 1, 2])
  expect(mergedSteps([0, 1], [0, 1], [1])).toEqual([1])
  expect(mergedSteps([1], [0, 1], [0, 1])).toEqual([1])
})

test("[LAYOUT-6][WORK-1] steps alone never reach 100 per cent", () => {
  expect([progressOfSteps(0, 3), progressOfSteps(1, 3), progressOfSteps(3, 3)]).toEqual([0, 33, 100])
})
