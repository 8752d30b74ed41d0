import { expect, test } from "vitest"
import { hotStatements } from "./hot-statements.ts"

test("a statement gets a name after ten uses, and always the same", () => {
  const nameOf = hotStatements()
  const names = Array.from({ length: 12 }, () => nameOf("select 1"))
  expect(names.slice(0, 9)).toEqual(Array(9).fill(undefined))
  expect(new Set(names.slice(9)).size).toBe(1)
  expect(names[9]).toMatch(/^hot_[0-9a-f]{24}$/)
  expect(nameOf("select 2")).toBeUndefined()
})

test("no more than 64 statements get a name", () => {
  const nameOf = hotStatements()
  const named = Array.from({ length: 200 }, (_, at) => {
    for (let times = 0; times < 20; times++) nameOf(`select ${at}`)
    return nameOf(`select ${at}`)
  })
  expect(named.filter((name) => name !== undefined)).toHaveLength(64)
})

test("ten thousand texts that come once are dropped, and a frequent one is still named", () => {
  const nameOf = hotStatements()
  for (let at = 0; at < 10_000; at++) nameOf(`select ${at}`)
  for (let times = 0; times < 10; times++) nameOf("select 'hot'")
  expect(nameOf("select 'hot'")).toBeDefined()
})
