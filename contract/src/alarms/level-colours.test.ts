import { expect, test } from "vitest"
import { levelColour } from "./level-colours.ts"

test("[DAY-3] 特别重大, 重大, 较大, 一般 are red, orange, yellow, blue, by number or by name", () => {
  const names = ["特别重大", "重大", "较大", "一般"]
  const colours = ["red", "orange", "yellow", "blue"]
  expect(names.map((name) => levelColour(undefined, name))).toEqual(colours)
  expect(names.map((_name, at) => levelColour(at + 1, "改了名的级别"))).toEqual(colours)
})

test("[DAY-3] a level that nobody knows does not look harmless; one below the fourth is blue", () => {
  expect(levelColour(undefined, "从未见过")).toBe("orange")
  expect(levelColour(7, "提示")).toBe("blue")
})
