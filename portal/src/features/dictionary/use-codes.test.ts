import type { Code } from "@uc/contract/dictionary/calls"
import { expect, test } from "vitest"
import { codesIn } from "./use-codes.ts"

const built = { fire: "火灾", food: "食品安全", crowd: "防踩踏" }

function code(key: string, name: string, isDisabled = false): Code {
  return { code: key, name, parentcode: "planKind", sortNo: 1, isDisabled }
}

test("[HOME-4] a select offers the table's enabled codes, by its names and in its order", () => {
  const { choices } = codesIn(
    [code("food", "食安"), code("fire", "消防"), code("crowd", "踩踏", true), code("x", "外来")],
    built,
  )
  expect(choices).toEqual([
    ["food", "食安"],
    ["fire", "消防"],
  ])
})

test("[HOME-4] a label is the table's name, also of a disabled code, else the built-in one", () => {
  const { wordOf } = codesIn([code("crowd", "踩踏", true)], built)
  expect([wordOf("crowd"), wordOf("fire")]).toEqual(["踩踏", "火灾"])
})

test("[HOME-4] without a table the built-in words do", () => {
  for (const table of [undefined, []]) {
    const { choices, wordOf } = codesIn(table, built)
    expect(choices).toHaveLength(3)
    expect(wordOf("food")).toBe("食品安全")
  }
})
