/** DAY-7: what follows from the time alone: no list, no timer and no state that could grow over days. */

/** How long a page of a list that does not fit stands still. */
export const pageMs = 12_000

export interface SlowPage<Item> {
  readonly items: readonly Item[]
  /** From 0. */
  readonly page: number
  readonly pages: number
}

/** Lists that overflow page themselves through. */
export function slowPage<Item>(all: readonly Item[], size: number, nowMs: number): SlowPage<Item> {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.floor(nowMs / pageMs) % pages
  return { items: all.slice(page * size, (page + 1) * size), page, pages }
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

/** The sparsest that holds them all; beyond the densest the tiles are paged. */
const tilings: readonly Tiling[] = [
  { columns: 3, rows: 4 },
  { columns: 4, rows: 5 },
  { columns: 5, rows: 7 },
  { columns: 6, rows: 9 },
  { columns: 7, rows: 12 },
]

export function tilingFor(count: number): Tiling {
  return tilings.find(({ columns, rows }) => columns * rows >= count) ?? { columns: 7, rows: 12 }
}
