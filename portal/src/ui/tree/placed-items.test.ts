import { expect, test } from "vitest"
import { above, below, placeByDrop, placeByStep, type Drop, type Step } from "./placed-items.ts"

/**
 *     1        with 2 and 3 below it, and 4 below 3
 *     5
 *     6 and 7  each below the other
 */
const items = [
  { id: "1", parentId: null },
  { id: "5", parentId: null },
  { id: "2", parentId: "1" },
  { id: "3", parentId: "1" },
  { id: "4", parentId: "3" },
  { id: "6", parentId: "7" },
  { id: "7", parentId: "6" },
]

test("what stands above and below is walked to an end, in a cycle too", () => {
  expect(above(items, "4")?.map(({ id }) => id)).toEqual(["1", "3"])
  expect(above(items, "1")).toEqual([])
  expect(above(items, "6")).toBeNull()
  expect(below(items, "1").map(({ id }) => id)).toEqual(["2", "3", "4"])
  expect(below(items, "6").map(({ id }) => id)).toEqual(["7"])
})

test.each<[string, Step, string | null, string | null]>([
  ["3", "up", "1", "2"],
  ["2", "down", "1", null],
  ["3", "in", "2", null],
  ["4", "out", "1", null],
  ["2", "out", null, "5"],
  ["5", "in", "1", null],
])("[MENU-5] %s moved %s stands below %s ahead of %s", (id, step, parentId, before) => {
  expect(placeByStep(items, id, step)).toEqual({ parentId, before })
})

test.each<[string, Step]>([
  ["1", "up"],
  ["5", "down"],
  ["1", "in"],
  ["2", "in"],
  ["1", "out"],
])("%s can't be moved %s any further", (id, step) => {
  expect(placeByStep(items, id, step)).toBeNull()
})

test.each<[string, string, Drop, string | null, string | null]>([
  ["5", "1", "before", null, "1"],
  ["5", "4", "inside", "4", null],
  ["2", "5", "before", null, "5"],
  ["4", "2", "after", "1", "3"],
  ["4", "3", "after", "1", null],
])("[MENU-5] %s dropped on %s, %s it", (id, target, drop, parentId, before) => {
  expect(placeByDrop(items, id, target, drop)).toEqual({ parentId, before })
})

test.each<[string, string, Drop]>([
  ["1", "4", "inside"],
  ["1", "1", "inside"],
  ["1", "2", "before"],
  // Where it stands already.
  ["1", "5", "before"],
  ["3", "2", "after"],
])(
  "[MENU-5] %s dropped on %s, %s it: never below itself, and nothing where nothing changes",
  (id, target, drop) => {
    expect(placeByDrop(items, id, target, drop)).toBeNull()
  },
)
