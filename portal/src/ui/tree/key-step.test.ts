import { expect, test } from "vitest"
import { forestOf, type TreeItem } from "./forest.ts"
import { keyStep, typedRow } from "./key-step.ts"
import { allOpen, visibleRows } from "./visible-rows.ts"

const node = (label: string, children: readonly TreeItem[] | null = []): TreeItem => ({
  key: label,
  label,
  children,
})
const forest = forestOf([node("Anna", null), node("Berta", null), node("carl", [node("Anton")]), node("Ada")])
const rows = visibleRows(forest, allOpen, null)

test("[DLG-6] a star opens all siblings and requests only its own row's children", () => {
  const folded = visibleRows(forest, { ...allOpen, toDepth: 0 }, null)
  expect(keyStep("*", 0, 10, folded, forest)).toEqual({ type: "open", indexes: [0, 2] })
})

test("[DLG-6] pages stop at the ends, other keys mean nothing", () => {
  expect(keyStep("PageDown", 1, 10, rows, forest)).toEqual({ type: "move", row: 4 })
  expect(keyStep("PageUp", 1, 10, rows, forest)).toEqual({ type: "move", row: 0 })
  expect(keyStep("ArrowLeft", 0, 10, rows, forest)).toBeNull()
  expect(keyStep("F2", 0, 10, rows, forest)).toBeNull()
})

test("[DLG-6] [PICK-9] letters lead to a Chinese name by its pinyin and by its initials", () => {
  const chinese = forestOf([node("小学部"), { ...node("教务处"), keys: "jiaowuchu jwc" }])
  const shown = visibleRows(chinese, allOpen, null)
  expect(["j", "jia", "jwc", "教", "wuchu"].map((typed) => typedRow(typed, 0, shown, chinese))).toEqual([
    1, 1, 1, 1, -1,
  ])
})

test("[DLG-6] letters search forwards and round the end; the same letter goes on", () => {
  expect(typedRow("a", 0, rows, forest)).toBe(3)
  expect(typedRow("aa", 3, rows, forest)).toBe(4)
  expect(typedRow("a", 4, rows, forest)).toBe(0)
  expect(typedRow("an", 0, rows, forest)).toBe(0)
  expect(typedRow("ant", 0, rows, forest)).toBe(3)
  expect(typedRow("C", 0, rows, forest)).toBe(2)
  expect(typedRow("x", 0, rows, forest)).toBe(-1)
})
