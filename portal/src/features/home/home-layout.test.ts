import { expect, test } from "vitest"
import {
  arranged,
  columns,
  hidden,
  inOrder,
  isSame,
  moved,
  packed,
  resized,
  shown,
  stepped,
  visible,
  type Cell,
  type Direction,
} from "./home-layout.ts"

const nobody: ReadonlySet<string> = new Set()
const least = { w: 2, h: 2 }

function card(key: string, w: number, h: number) {
  return { key, size: { w, h }, least }
}

const cards = [card("wide", 12, 2), card("a", 4, 4), card("b", 4, 4), card("c", 4, 4), card("d", 8, 4)]

function cell(key: string, x: number, y: number, w = 4, h = 4, isHidden = false): Cell {
  return { key, x, y, w, h, isHidden }
}

/** `key@x,y wxh`, as one reads; hidden ones last. */
function drawn(cells: readonly Cell[]): string {
  const hiddenOnes = cells.filter(({ isHidden }) => isHidden).map(({ key }) => `(${key})`)
  return [
    ...inOrder(visible(cells)).map(({ key, x, y, w, h }) => `${key}@${x},${y} ${w}x${h}`),
    ...hiddenOnes,
  ].join(" | ")
}

function isOver(one: Cell, other: Cell): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}

function expectSound(cells: readonly Cell[]) {
  const all = visible(cells)
  const isInside = all.every(({ x, y, w }) => x >= 0 && y >= 0 && x + w <= columns)
  const isApart = all.every((one) => all.every((other) => one === other || !isOver(one, other)))
  expect(isInside && isApart, drawn(cells)).toBe(true)
}

test("[HOME-3] without a saved layout the cards stand in their own order and sizes", () => {
  expect(drawn(arranged(cards, [], nobody))).toBe(
    "wide@0,0 12x2 | a@0,2 4x4 | b@4,2 4x4 | c@8,2 4x4 | d@0,6 8x4",
  )
})

test("[HOME-3] a card that no longer exists is left out, and a new one comes into the first gap", () => {
  const saved = [cell("b", 0, 0), cell("gone", 4, 0), cell("a", 8, 0), cell("b", 4, 4)]
  expect(drawn(arranged(cards.slice(1, 4), saved, nobody))).toBe("b@0,0 4x4 | c@4,0 4x4 | a@8,0 4x4")
})

test("[HOME-3] an invalid layout is corrected: sizes, positions outside, overlaps", () => {
  const saved = [cell("a", 11, 900, 40, 0), cell("b", 0, 0, 0, 900), cell("c", 0, 0), cell("d", 1000, 0)]
  const made = arranged(cards, saved, nobody)
  expectSound(made)
  expect(visible(made)).toHaveLength(5)
})

test("[HOME-3] a pinned card is shown whatever was saved", () => {
  const saved = [cell("a", 0, 0, 4, 4, true), cell("b", 4, 0, 4, 4, true)]
  const made = arranged(cards.slice(1, 3), saved, new Set(["a"]))
  expect(drawn(made)).toBe("a@0,0 4x4 | (b)")
})

test("[HOME-3] moved sideways, a card takes the gap or swaps, and stays in the grid", () => {
  const row = [cell("a", 0, 0), cell("b", 4, 0), cell("c", 8, 0)]
  expect(drawn(moved(row, "a", "right"))).toBe("b@0,0 4x4 | a@4,0 4x4 | c@8,0 4x4")
  expect(drawn(moved(row, "c", "left"))).toBe("a@0,0 4x4 | c@4,0 4x4 | b@8,0 4x4")
  expect(drawn(moved(row, "a", "left"))).toBe(drawn(row))
  expect(drawn(moved(row, "c", "right"))).toBe(drawn(row))
  expect(drawn(moved([cell("a", 0, 0)], "a", "right"))).toBe("a@1,0 4x4")
  const unequal = [cell("a", 0, 0, 8, 4), cell("b", 8, 0)]
  expect(drawn(moved(unequal, "a", "right"))).toBe("b@0,0 4x4 | a@4,0 8x4")
})

test("[HOME-3] up and down a card goes past the next one", () => {
  const column = [cell("a", 0, 0), cell("b", 0, 4), cell("c", 0, 8)]
  expect(drawn(moved(column, "a", "down"))).toBe("b@0,0 4x4 | a@0,4 4x4 | c@0,8 4x4")
  expect(drawn(moved(column, "c", "up"))).toBe("a@0,0 4x4 | c@0,4 4x4 | b@0,8 4x4")
  expect(drawn(moved(column, "a", "up"))).toBe(drawn(column))
  expect(drawn(moved(column, "c", "down"))).toBe(drawn(column))
})

test("[HOME-3] a card is resized by cells within its minimum and the grid; others make room", () => {
  const row = [cell("a", 0, 0), cell("b", 4, 0)]
  expect(drawn(resized(row, card("a", 4, 4), "right"))).toBe("a@0,0 5x4 | b@4,4 4x4")
  expect(drawn(resized(row, card("b", 4, 4), "down"))).toBe("a@0,0 4x4 | b@4,0 4x5")
  let small = row
  for (let step = 0; step < 9; step++)
    small = resized(resized(small, card("a", 4, 4), "left"), card("a", 4, 4), "up")
  expect(drawn(small)).toBe("a@0,0 2x2 | b@4,0 4x4")
  let large = row
  for (let step = 0; step < 20; step++)
    large = resized(resized(large, card("b", 4, 4), "right"), card("b", 4, 4), "down")
  expect(drawn(large)).toBe("a@0,0 4x4 | b@4,0 8x12")
})

test("[HOME-3] a hidden card leaves no gap and returns with its size", () => {
  const cells = [cell("a", 0, 0, 12, 3), cell("b", 0, 3), cell("c", 4, 3)]
  const without = hidden(cells, "a")
  expect(drawn(without)).toBe("b@0,0 4x4 | c@4,0 4x4 | (a)")
  expect(drawn(shown(without, "a"))).toBe("b@0,0 4x4 | c@4,0 4x4 | a@0,4 12x3")
  expect(isSame(shown(without, "b"), without)).toBe(true)
})

test("[HOME-3] in one column a card steps by steps to the first place, and back to the last", () => {
  let cells = arranged(cards, [], nobody)
  for (let step = 0; step < cards.length; step++) cells = stepped(cells, "d", "earlier")
  expect(inOrder(visible(cells))[0]?.key).toBe("d")
  for (let step = 0; step < cards.length; step++) cells = stepped(cells, "d", "later")
  expect(inOrder(visible(cells)).at(-1)?.key).toBe("d")
  expectSound(cells)
})

test("[HOME-3] whatever is done in whatever order, no card lies over another or is lost", () => {
  let seed = 7
  const below = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const directions: readonly Direction[] = ["up", "down", "left", "right"]
  let cells = arranged(cards, [], nobody)
  for (let step = 0; step < 1000; step++) {
    const chosen = cards[below(cards.length)]
    const direction = directions[below(4)]
    if (!chosen || !direction) continue
    const acts = [
      () => moved(cells, chosen.key, direction),
      () => resized(cells, chosen, direction),
      () => hidden(cells, chosen.key),
      () => shown(cells, chosen.key),
      () => stepped(cells, chosen.key, below(2) === 0 ? "earlier" : "later"),
    ]
    cells = acts[below(acts.length)]?.() ?? cells
    expect(cells.map(({ key }) => key).toSorted()).toEqual(["a", "b", "c", "d", "wide"])
    expectSound(cells)
    expect(isSame(packed(cells), cells)).toBe(true)
  }
})
