import { depthOf, kindOf, nodeKinds, type Forest, type TreeItem } from "./forest.ts"

/** Which nodes are open: all above a depth, except those that a person opened or closed. */
export interface Openness {
  readonly toDepth: number
  readonly opened: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

export const allClosed: Openness = { toDepth: 0, opened: new Set(), closed: new Set() }
export const allOpen: Openness = { ...allClosed, toDepth: Infinity }

/** By index: 0 hidden, 1 matches, 2 has a match below it. */
export type Found = Uint8Array

const found = 1
const above = 2

export function foundBy(forest: Forest, isWanted: (item: TreeItem) => boolean): Found {
  const { items } = forest.arrays
  const kept = new Uint8Array(forest.size)
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (!item || !isWanted(item)) continue
    // Nothing below it has been checked yet.
    kept[index] = found
    for (let up = forest.parentOf(index); up !== -1 && kept[up] !== above; up = forest.parentOf(up))
      kept[up] = above
  }
  return kept
}

export interface Row {
  /** In the forest. */
  readonly index: number
  /** This row stands for the node's children, which are not loaded yet. */
  readonly isAwaited: boolean
}

export interface VisibleRows {
  readonly count: number
  at(row: number): Row
  /** -1: it is hidden. */
  rowOf(index: number): number
  isOpen(index: number): boolean
  /** Whether it has, or may have, something below it. */
  isBranch(index: number): boolean
  /** Its position among its visible siblings, from 1, and their number. */
  placeOf(index: number): { readonly position: number; readonly size: number }
}

/**
 * With `kept`, matches and their paths are shown opened. A match without matches below it can be opened too, and shows
 * all of its children.
 */
export function visibleRows(forest: Forest, openness: Openness, kept: Found | null): VisibleRows {
  const { toDepth, opened, closed } = openness
  const { items, levels, links, branchEnds } = forest.arrays
  const hasChoices = opened.size > 0 || closed.size > 0
  const { branch, unloaded } = nodeKinds

  function isBranch(index: number): boolean {
    const kind = kindOf(levels[index] ?? 0)
    return kind === branch || kind === unloaded
  }

  function isOpen(index: number): boolean {
    if (!isBranch(index)) return false
    if (hasChoices) {
      const key = items[index]?.key ?? ""
      if (opened.has(key)) return true
      if (closed.has(key)) return false
    }
    const level = levels[index] ?? 0
    if (depthOf(level) >= toDepth) return false
    return kept ? kept[index] === above : kindOf(level) === branch
  }

  /** Below a match everything may be shown. */
  function showsAll(parent: number): boolean {
    return kept === null || (parent !== -1 && kept[parent] !== above)
  }

  // A row of awaited children follows its node, as its complement.
  let codes = new Int32Array(1_024)
  let count = 0
  let shownTo = 0
  for (let index = 0; index < items.length;) {
    const kind = kindOf(levels[index] ?? 0)
    const end = kind === branch ? (branchEnds[links[index] ?? 0] ?? 0) : index + 1
    if (kept && index >= shownTo && kept[index] === 0) {
      index = end
      continue
    }
    if (count + 2 > codes.length) {
      const larger = new Int32Array(codes.length * 2)
      larger.set(codes)
      codes = larger
    }
    codes[count++] = index
    if ((kind === branch || kind === unloaded) && isOpen(index)) {
      if (kind === unloaded) codes[count++] = ~index
      if (kept && kept[index] !== above && end > shownTo) shownTo = end
      index++
    } else index = end
  }
  return new Rows(forest, codes.slice(0, count), {
    isOpen,
    isBranch,
    isShown: (parent, child) => showsAll(parent) || kept?.[child] !== 0,
  })
}

interface Rules {
  readonly isOpen: (index: number) => boolean
  readonly isBranch: (index: number) => boolean
  readonly isShown: (parent: number, child: number) => boolean
}

class Rows implements VisibleRows {
  readonly #forest: Forest
  readonly #codes: Int32Array
  readonly #isShown: Rules["isShown"]
  readonly isOpen: Rules["isOpen"]
  readonly isBranch: Rules["isBranch"]
  readonly #families = new Map<number, readonly number[]>()

  constructor(forest: Forest, codes: Int32Array, rules: Rules) {
    this.#forest = forest
    this.#codes = codes
    this.#isShown = rules.isShown
    this.isOpen = rules.isOpen
    this.isBranch = rules.isBranch
  }

  get count(): number {
    return this.#codes.length
  }

  at(row: number): Row {
    const code = this.#codes[row]
    if (code === undefined) throw new RangeError(`No row ${row} of ${this.count}`)
    return code < 0 ? { index: ~code, isAwaited: true } : { index: code, isAwaited: false }
  }

  rowOf(index: number): number {
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const code = this.#codes[middle] ?? 0
      if (code === index) return middle
      if ((code < 0 ? ~code : code) < index) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  placeOf(index: number): { position: number; size: number } {
    const family = this.#familyOf(this.#forest.parentOf(index))
    let low = 0
    let high = family.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((family[middle] ?? 0) < index) low = middle + 1
      else high = middle
    }
    return { position: low + 1, size: family.length }
  }

  #familyOf(parent: number): readonly number[] {
    const known = this.#families.get(parent)
    if (known) return known
    const forest = this.#forest
    const family: number[] = []
    const end = parent === -1 ? forest.size : forest.endOf(parent)
    for (let child = parent + 1; child < end; child = forest.endOf(child))
      if (this.#isShown(parent, child)) family.push(child)
    this.#families.set(parent, family)
    return family
  }
}
