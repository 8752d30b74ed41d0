/** DAY-7: what follows from the time alone: no list, no timer and no state that could grow over days. */

/** How long a page of a list that does not fit stands still. */
export const pageMs = 12_000

export interface SlowPage<Item> {
  readonly items: readonly Item[]
  /** From 0. */
  readonly page: number
  readonly pages: number
}

/**
 * Lists that overflow page themselves through. What `isPinned` stands on every page, as long as it leaves half of the page to
 * the others.
 */
export function slowPage<Item>(
  all: readonly Item[],
  size: number,
  nowMs: number,
  isPinned: (item: Item) => boolean = () => false,
): SlowPage<Item> {
  if (all.length <= size) return { items: all, page: 0, pages: 1 }
  const pinned = all.filter(isPinned).slice(0, Math.floor(size / 2))
  const others = all.filter((item) => !pinned.includes(item))
  const room = size - pinned.length
  const pages = Math.ceil(others.length / room)
  const page = Math.floor(nowMs / pageMs) % pages
  return { items: [...pinned, ...others.slice(page * room, (page + 1) * room)], page, pages }
}

const shiftMs = 3 * 60_000
/** Round a small circle, in units of the layout: no letter stands on the same points of the panel for days. */
const steps = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [-4, 4],
  [-4, 0],
  [-4, -4],
  [0, -4],
  [4, -4],
] as const

export function shiftAt(nowMs: number): { readonly x: number; readonly y: number } {
  const [x, y] = steps[Math.floor(nowMs / shiftMs) % steps.length] ?? steps[0]
  return { x, y }
}

export interface Tiling {
  readonly columns: number
  readonly rows: number
}

/** The sparsest that holds them all; beyond the densest the tiles are paged. A name of six characters fits into each. */
const tilings: readonly Tiling[] = [
  { columns: 3, rows: 4 },
  { columns: 4, rows: 5 },
  { columns: 5, rows: 7 },
]
const densest: Tiling = { columns: 5, rows: 14 }
/** Fewer rows would make tiles that look like panels. */
const leastRows = 3

export function tilingFor(count: number): Tiling {
  const { columns, rows } = tilings.find((each) => each.columns * each.rows >= count) ?? densest
  return { columns, rows: Math.min(rows, Math.max(leastRows, Math.ceil(count / columns))) }
}
