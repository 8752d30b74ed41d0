// @vitest-environment node
import { expect, test } from "vitest"
import { pageMs, shiftAt, slowPage, tilingFor } from "./slow-pages.ts"

const numbers = Array.from({ length: 25 }, (_, at) => at)

test("[DAY-7] a list that overflows pages itself through, and every row has its turn", () => {
  const shown = [0, 1, 2].flatMap((turn) => slowPage(numbers, 10, turn * pageMs).items)
  expect(shown).toEqual(numbers)
  expect(slowPage(numbers, 10, 3 * pageMs)).toMatchObject({ page: 0, pages: 3 })
  expect(slowPage(numbers.slice(0, 10), 10, 5 * pageMs)).toEqual({
    items: numbers.slice(0, 10),
    page: 0,
    pages: 1,
  })
})

test("[DAY-7] what is pinned stands on every page, and leaves half of it to the others", () => {
  const isPinned = (no: number) => no < 8
  for (let turn = 0; turn < 4; turn++)
    expect(slowPage(numbers, 10, turn * pageMs, isPinned).items.slice(0, 5)).toEqual([0, 1, 2, 3, 4])
  const others = [0, 1, 2, 3].flatMap((turn) => slowPage(numbers, 10, turn * pageMs, isPinned).items.slice(5))
  expect(others).toEqual(numbers.slice(5))
})

test("[DAY-7] the layout moves a little every few minutes, and never far", () => {
  const places = Array.from({ length: 480 }, (_, minute) => shiftAt(minute * 60_000))
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(9)
  expect(Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(4)
})

test.each([
  [1, 3, 3],
  [12, 3, 4],
  [14, 4, 4],
  [20, 4, 5],
  [35, 5, 7],
  [70, 5, 14],
  [600, 5, 14],
])("[DAY-7] %s tiles stand in %s columns and %s rows", (count, columns, rows) => {
  expect(tilingFor(count)).toEqual({ columns, rows })
})
