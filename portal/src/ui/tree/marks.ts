import type { Forest } from "./forest.ts"

export type Mark = "checked" | "partial" | "unchecked"

export interface Marks {
  of(index: number): Mark
}

/** Parent and child are independent. */
export function strictMarks(forest: Forest, chosen: ReadonlySet<string>): Marks {
  return { of: (index) => (chosen.has(forest.itemAt(index).key) ? "checked" : "unchecked") }
}

const partial = 1
const covered = 2

/**
 * A chosen node covers everything below it; a parent is covered when all its children are. Chosen nodes that are not
 * loaded count too: `chains` has their ancestors, topmost first; `childCount` of an ancestor says how many children it
 * has, and `childCounts` says so for nodes that are not loaded. A node without a known count is partial until it is
 * loaded, unless it is chosen. Takes time by the number of chosen entries and their depth, not by the size of the
 * forest.
 */
export function linkedMarks(
  forest: Forest,
  chosen: ReadonlySet<string>,
  chains?: ReadonlyMap<string, readonly string[]>,
  childCounts?: ReadonlyMap<string, number>,
): Marks {
  if (chosen.size === 0) return { of: () => "unchecked" }
  const states = new Uint8Array(forest.size)
  const covering = new Covering(forest, states, childCounts)
  for (const key of chosen) {
    const index = forest.indexOf(key)
    if (index !== -1) covering.cover(index)
    else covering.coverUnloaded(key, chains?.get(key) ?? [])
  }
  return {
    of(index) {
      for (let at = index; at !== -1; at = forest.parentOf(at)) if (states[at] === covered) return "checked"
      return states[index] === partial ? "partial" : "unchecked"
    },
  }
}

/** Propagates "covered" upwards. Nodes known by their ancestors alone get numbers after the forest's. */
class Covering {
  readonly #forest: Forest
  readonly #states: Uint8Array
  readonly #childCounts: ReadonlyMap<string, number> | undefined
  /** By node: how many of its children are not covered yet. */
  readonly #missing = new Map<number, number>()
  readonly #unloaded = new Map<string, number>()
  readonly #unloadedParents: number[] = []
  readonly #unloadedCounts: number[] = []
  readonly #unloadedCovered = new Set<number>()

  constructor(forest: Forest, states: Uint8Array, childCounts: ReadonlyMap<string, number> | undefined) {
    this.#forest = forest
    this.#states = states
    this.#childCounts = childCounts
  }

  cover(start: number): void {
    let node = start
    while (node !== -1 && !this.#isCovered(node)) {
      this.#setCovered(node)
      const parent = this.#parentOf(node)
      if (parent === -1) return
      const missing = (this.#missing.get(parent) ?? this.#childCountOf(parent)) - 1
      this.#missing.set(parent, missing)
      if (missing > 0) {
        this.#touch(parent)
        return
      }
      node = parent
    }
  }

  coverUnloaded(key: string, chain: readonly string[]): void {
    let depth = chain.length - 1
    while (depth >= 0 && this.#forest.indexOf(chain[depth] ?? "") === -1) depth--
    const top = depth < 0 ? -1 : this.#forest.indexOf(chain[depth] ?? "")
    // Its siblings are loaded and it is not among them: it is gone, and marks nothing.
    if (top === -1 || this.#forest.isLoaded(top)) return
    let parent = top
    for (const name of [...chain.slice(depth + 1), key]) parent = this.#unloadedNode(name, parent)
    this.cover(parent)
  }

  #unloadedNode(key: string, parent: number): number {
    const known = this.#unloaded.get(key)
    if (known !== undefined) return known
    const node = this.#forest.size + this.#unloadedParents.length
    this.#unloaded.set(key, node)
    this.#unloadedParents.push(parent)
    this.#unloadedCounts.push(this.#childCounts?.get(key) ?? Infinity)
    return node
  }

  #touch(start: number): void {
    for (let node = start; node !== -1; node = this.#parentOf(node)) {
      if (node >= this.#forest.size) continue
      // All above it is marked already.
      if (this.#states[node] !== 0) return
      this.#states[node] = partial
    }
  }

  #isCovered(node: number): boolean {
    return node < this.#forest.size ? this.#states[node] === covered : this.#unloadedCovered.has(node)
  }

  #setCovered(node: number): void {
    if (node >= this.#forest.size) this.#unloadedCovered.add(node)
    else this.#states[node] = covered
  }

  #parentOf(node: number): number {
    const behind = node - this.#forest.size
    return behind < 0 ? this.#forest.parentOf(node) : (this.#unloadedParents[behind] ?? -1)
  }

  #childCountOf(node: number): number {
    const forest = this.#forest
    if (node >= forest.size) return this.#unloadedCounts[node - forest.size] ?? Infinity
    if (!forest.isLoaded(node)) return forest.itemAt(node).childCount ?? Infinity
    const end = forest.endOf(node)
    let count = 0
    for (let child = node + 1; child < end; child = forest.endOf(child)) count++
    return count
  }
}
