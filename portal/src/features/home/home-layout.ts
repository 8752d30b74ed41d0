import { layoutLimits, type CustomItem } from "@uc/contract/home/calls"
import type { HomeCard } from "./home-card.ts"

/** HOME-3: the positions of the cards. Pure, without the grid library: the home page is laid out by CSS alone. */
export type Cell = CustomItem
export type Known = Pick<HomeCard, "key" | "size" | "least">

export const columns = 12
export const tallest = 12

type Box = Pick<Cell, "x" | "y" | "w" | "h">

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}

const isFree = (box: Box, placed: readonly Box[]) => !placed.some((other) => overlap(box, other))

export function visible(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter(({ isHidden }) => !isHidden)
}

/** In reading order: the order on a phone and of the keyboard. */
export function inOrder(cells: readonly Cell[], firstKey?: string): Cell[] {
  return cells.toSorted(
    (one, other) =>
      one.y - other.y || Number(other.key === firstKey) - Number(one.key === firstKey) || one.x - other.x,
  )
}

/** No overlaps and no gap above any: each moves up as far as it can. On a tie the one of `firstKey` stays. */
export function packed(cells: readonly Cell[], firstKey?: string): Cell[] {
  const placed: Cell[] = []
  for (const cell of inOrder(visible(cells), firstKey)) {
    let { y } = cell
    while (!isFree({ ...cell, y }, placed)) y++
    while (y > 0 && isFree({ ...cell, y: y - 1 }, placed)) y--
    placed.push({ ...cell, y })
  }
  return [...inOrder(placed), ...cells.filter(({ isHidden }) => isHidden)]
}

/** The first gap that is large enough. */
function fitted({ w, h }: Pick<Box, "w" | "h">, placed: readonly Box[]): Box {
  for (let y = 0; ; y++)
    for (let x = 0; x + w <= columns; x++) if (isFree({ x, y, w, h }, placed)) return { x, y, w, h }
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

function sized(cell: Cell, { least }: Known): Cell {
  const w = between(least.w, cell.w, columns)
  return {
    ...cell,
    w,
    h: between(least.h, cell.h, tallest),
    x: between(0, cell.x, columns - w),
    y: Math.min(cell.y, layoutLimits.cells),
  }
}

/**
 * A saved layout, corrected: unknown cards are left out, new ones go into the first gap, pinned ones are shown. Without
 * a saved one it is the default.
 */
export function arranged(
  cards: readonly Known[],
  saved: readonly Cell[],
  pinned: ReadonlySet<string>,
): Cell[] {
  const cells = cards.flatMap((card) => {
    const cell = saved.find(({ key }) => key === card.key)
    return cell ? [sized({ ...cell, isHidden: cell.isHidden && !pinned.has(card.key) }, card)] : []
  })
  const all = packed(cells)
  for (const { key, size } of cards)
    if (!cells.some((cell) => cell.key === key))
      all.push({ key, ...fitted(size, visible(all)), isHidden: false })
  return packed(all)
}

/** Whether this card stands at the top whatever the other cards are: as long as it is the only known one, it is shown only there. */
export function isAtTop(key: string, saved: readonly Cell[]): boolean {
  const cell = saved.find((found) => found.key === key)
  return saved.length === 0 || cell?.y === 0
}

export type Direction = "up" | "down" | "left" | "right"

function changed(cells: readonly Cell[], key: string, change: Partial<Cell>): Cell[] {
  return cells.map((cell) => (cell.key === key ? { ...cell, ...change } : cell))
}

/** The nearest card in this direction that stands beside it. */
function neighbour(cells: readonly Cell[], of: Cell, direction: Direction): Cell | undefined {
  const sideways = direction === "left" || direction === "right"
  const lane: Box = sideways
    ? { x: 0, y: of.y, w: columns, h: of.h }
    : { x: of.x, y: 0, w: of.w, h: Number.MAX_SAFE_INTEGER }
  const ahead = visible(cells).filter((cell) => {
    if (cell.key === of.key || !overlap(lane, cell)) return false
    if (direction === "up") return cell.y < of.y
    if (direction === "down") return cell.y > of.y
    return direction === "left" ? cell.x < of.x : cell.x > of.x
  })
  const distance = (cell: Cell) => Math.abs(sideways ? cell.x - of.x : cell.y - of.y)
  return ahead.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** One step by keyboard: into the gap beside it, or past the card there. */
export function moved(cells: readonly Cell[], key: string, direction: Direction): Cell[] {
  const cell = visible(cells).find((found) => found.key === key)
  if (!cell) return [...cells]
  const beside = neighbour(cells, cell, direction)
  if (direction === "up") return beside ? packed(changed(cells, key, { y: beside.y }), key) : [...cells]
  if (direction === "down")
    return beside ? packed(changed(cells, key, { y: beside.y + beside.h }), key) : [...cells]
  const step = direction === "left" ? -1 : 1
  const next = { ...cell, x: cell.x + step }
  if (next.x < 0 || next.x + next.w > columns) return [...cells]
  if (!beside || !overlap(next, beside)) return packed(changed(cells, key, { x: next.x }), key)
  const [x, besideX] = step < 0 ? [beside.x, beside.x + cell.w] : [cell.x + beside.w, cell.x]
  return packed(changed(changed(cells, beside.key, { x: besideX }), key, { x }), key)
}

/** One cell wider or narrower, taller or lower. */
export function resized(cells: readonly Cell[], card: Known, direction: Direction): Cell[] {
  const cell = visible(cells).find(({ key }) => key === card.key)
  if (!cell) return [...cells]
  const w = cell.w + (direction === "right" ? 1 : direction === "left" ? -1 : 0)
  const h = cell.h + (direction === "down" ? 1 : direction === "up" ? -1 : 0)
  return packed(
    changed(cells, card.key, {
      w: between(card.least.w, w, columns - cell.x),
      h: between(card.least.h, h, tallest),
    }),
    card.key,
  )
}

/** On a phone with one column: before or after its neighbour. */
export function stepped(cells: readonly Cell[], key: string, to: "earlier" | "later"): Cell[] {
  const at = (all: readonly Cell[]) => inOrder(visible(all)).findIndex((cell) => cell.key === key)
  const from = at(cells)
  const ways: readonly Direction[] = to === "earlier" ? ["left", "up"] : ["right", "down"]
  const steps = ways
    .map((way) => moved(cells, key, way))
    .filter((step) => (to === "earlier" ? at(step) < from : at(step) > from))
    .toSorted((one, other) => Math.abs(at(one) - from) - Math.abs(at(other) - from))
  return steps[0] ?? [...cells]
}

export function hidden(cells: readonly Cell[], key: string): Cell[] {
  return packed(changed(cells, key, { isHidden: true }))
}

export function shown(cells: readonly Cell[], key: string): Cell[] {
  const cell = cells.find((found) => found.key === key)
  if (!cell?.isHidden) return [...cells]
  return packed(changed(cells, key, { ...fitted(cell, visible(cells)), isHidden: false }))
}

export function isSame(one: readonly Cell[], other: readonly Cell[]): boolean {
  const text = (cells: readonly Cell[]) =>
    JSON.stringify(
      cells
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, x, y, w, h, isHidden }) => (isHidden ? [key] : [key, x, y, w, h])),
    )
  return text(one) === text(other)
}
