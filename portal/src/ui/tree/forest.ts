import { KeyIndex } from "./key-index.ts"

/** One entry of a tree as its owner hands it in. */
export interface TreeItem {
  readonly key: string
  readonly label: string
  /** Null: there may be some, but they have not been loaded. */
  readonly children: readonly TreeItem[] | null
  readonly isLeaf?: boolean
  /** Small words behind the label. */
  readonly hint?: string
  readonly isDisabled?: boolean
  /** How many children there are, told before they are loaded. */
  readonly childCount?: number
}

/**
 * A tree as flat arrays in the order in which it is read. Everything below a node stands right behind it, so "the whole
 * subtree" is a range and a hundred thousand nodes cost a megabyte. A forest is never changed; `withChildren` gives another.
 */
export interface Forest {
  readonly size: number
  itemAt(index: number): TreeItem
  /** -1: no such key. */
  indexOf(key: string): number
  /** -1: it stands on top. */
  parentOf(index: number): number
  /** 0 on top. */
  depthOf(index: number): number
  /** The first index behind its subtree. */
  endOf(index: number): number
  isLoaded(index: number): boolean
  /** What could not be shown and was dropped, in sentences; empty for sound data. */
  readonly problems: readonly string[]
}

/** No honest tree is deeper; a server that answers with more is caught in a circle. */
export const deepestLevel = 64

interface Faults {
  cycles: number
  nameless: number
  repeated: number
  deep: number
}

const sound: Readonly<Faults> = { cycles: 0, nameless: 0, repeated: 0, deep: 0 }

const sentences: { readonly [Fault in keyof Faults]: (count: number) => string } = {
  cycles: (count) => `有${count}项数据循环引用，已忽略`,
  nameless: (count) => `有${count}项数据缺少编号，已忽略`,
  repeated: (count) => `有${count}项数据编号重复，已忽略`,
  deep: (count) => `有${count}项数据超过${deepestLevel}级，已忽略`,
}

export function forestOf(items: readonly TreeItem[]): Forest {
  return new Planting(null, -1).grown(items)
}

/** The forest with these below the node, in place of what stood there. A node that is gone meanwhile stays gone. */
export function withChildren(forest: Forest, key: string, children: readonly TreeItem[]): Forest {
  if (!(forest instanceof FlatForest)) throw new TypeError("Only what forestOf made can grow")
  const at = forest.indexOf(key)
  return at === -1 ? forest : new Planting(forest, at).grown(children)
}

interface Arrays {
  readonly items: readonly TreeItem[]
  readonly parents: Int32Array
  readonly ends: Int32Array
  readonly depths: Uint8Array
  readonly faults: Readonly<Faults>
  /** Null: made when it is first asked. */
  readonly index: KeyIndex | null
}

class FlatForest implements Forest {
  readonly size: number
  readonly problems: readonly string[]
  readonly items: readonly TreeItem[]
  readonly parents: Int32Array
  readonly ends: Int32Array
  readonly depths: Uint8Array
  readonly faults: Readonly<Faults>
  #index: KeyIndex | null

  constructor({ items, parents, ends, depths, faults, index }: Arrays) {
    this.size = items.length
    this.items = items
    this.parents = parents
    this.ends = ends
    this.depths = depths
    this.faults = faults
    this.#index = index
    const names = Object.keys(sentences) as (keyof Faults)[]
    this.problems = names.filter((name) => faults[name] > 0).map((name) => sentences[name](faults[name]))
  }

  itemAt(index: number): TreeItem {
    const item = this.items[index]
    if (!item) throw new RangeError(`No node at ${index} of ${this.size}`)
    return item
  }

  indexOf(key: string): number {
    if (!this.#index) {
      this.#index = new KeyIndex(this.items, this.size)
      for (const item of this.items) this.#index.claim(item.key)
    }
    return this.#index.find(key)
  }

  parentOf(index: number): number {
    return this.parents[index] ?? -1
  }

  depthOf(index: number): number {
    return this.depths[index] ?? 0
  }

  endOf(index: number): number {
    return this.ends[index] ?? this.size
  }

  isLoaded(index: number): boolean {
    return this.itemAt(index).children !== null
  }
}

/** Makes a forest out of items, or out of another forest with new children at one place. */
class Planting {
  readonly #items: TreeItem[] = []
  readonly #parents: number[] = []
  readonly #ends: number[] = []
  readonly #depths: number[] = []
  readonly #index = new KeyIndex(this.#items)
  readonly #faults: Faults
  readonly before: FlatForest | null
  /** Where the new children belong; -1 without a forest before. */
  readonly at: number

  constructor(before: FlatForest | null, at: number) {
    this.before = before
    this.at = at
    this.#faults = { ...(before?.faults ?? sound) }
  }

  grown(items: readonly TreeItem[]): Forest {
    const { before, at } = this
    this.#plant(items, -1, before ? before.depthOf(at) + 1 : 0)
    return before ? this.#grafted(before, items) : this.#alone()
  }

  #plant(items: readonly TreeItem[], parent: number, depth: number): void {
    for (const item of items) {
      if (!this.#isWelcome(item.key, parent, depth)) continue
      const index = this.#items.push(item) - 1
      this.#parents.push(parent)
      this.#depths.push(depth)
      this.#ends.push(index + 1)
      if (item.children === null || item.children.length === 0) continue
      this.#plant(item.children, index, depth + 1)
      this.#ends[index] = this.#items.length
    }
  }

  #isWelcome(key: string, parent: number, depth: number): boolean {
    const fault = !key ? "nameless" : depth >= deepestLevel ? "deep" : this.#clash(key, parent)
    if (fault !== null) this.#faults[fault]++
    return fault === null
  }

  /** A key stands once. Below itself it is a circle, and following it would never end. */
  #clash(key: string, parent: number): "cycles" | "repeated" | null {
    const { before, at } = this
    const old = before?.indexOf(key) ?? -1
    // What stands below the node now is about to go.
    if (before && old !== -1 && (old <= at || old >= before.endOf(at)))
      return old <= at && at < before.endOf(old) ? "cycles" : "repeated"
    const own = this.#index.claim(key)
    if (own === -1) return null
    for (let above = parent; above !== -1; above = this.#parents[above] ?? -1)
      if (above === own) return "cycles"
    return "repeated"
  }

  #alone(): Forest {
    const parents = new Int32Array(this.#parents)
    const ends = new Int32Array(this.#ends)
    const depths = new Uint8Array(this.#depths)
    return new FlatForest({
      items: this.#items,
      parents,
      ends,
      depths,
      faults: this.#faults,
      index: this.#index,
    })
  }

  #grafted(before: FlatForest, children: readonly TreeItem[]): Forest {
    const { at } = this
    const start = at + 1
    const oldEnd = before.endOf(at)
    const count = this.#items.length
    const shift = count - (oldEnd - start)
    const size = before.size + shift
    const items = [...before.items.slice(0, at), { ...before.itemAt(at), children }]
    const parents = new Int32Array(size)
    const ends = new Int32Array(size)
    const depths = new Uint8Array(size)
    parents.set(before.parents.subarray(0, start))
    ends.set(before.ends.subarray(0, start))
    depths.set(before.depths.subarray(0, start))
    for (let above = at; above !== -1; above = before.parentOf(above))
      ends[above] = before.endOf(above) + shift
    for (let own = 0; own < count; own++) {
      const parent = this.#parents[own] ?? -1
      parents[start + own] = parent === -1 ? at : start + parent
      ends[start + own] = start + (this.#ends[own] ?? 0)
      depths[start + own] = this.#depths[own] ?? 0
    }
    for (let old = oldEnd; old < before.size; old++) {
      const parent = before.parentOf(old)
      parents[old + shift] = parent < oldEnd ? parent : parent + shift
      ends[old + shift] = before.endOf(old) + shift
      depths[old + shift] = before.depthOf(old)
    }
    const all = items.concat(this.#items, before.items.slice(oldEnd))
    return new FlatForest({ items: all, parents, ends, depths, faults: this.#faults, index: null })
  }
}
