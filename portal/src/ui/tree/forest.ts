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
  /** The same by index, for loops over all of it: a call for each node costs more than the loop. */
  readonly arrays: ForestArrays
}

export interface ForestArrays {
  readonly items: readonly TreeItem[]
  readonly parents: Int32Array
  readonly ends: Int32Array
  readonly depths: Uint8Array
  readonly kinds: Uint8Array
}

/** What stands below a node. */
export const nodeKinds = {
  /** Nothing. */
  leaf: 0,
  /** Nodes. */
  branch: 1,
  /** Something that is not loaded. */
  unloaded: 2,
  /** Nothing, as its owner said before anything was loaded. */
  unloadedLeaf: 3,
} as const

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
  const { arrays, faults, index } = planted(items, null, -1)
  return new FlatForest(arrays, faults, index)
}

/** The forest with these below the node, in place of what stood there. A node that is gone meanwhile stays gone. */
export function withChildren(forest: Forest, key: string, children: readonly TreeItem[]): Forest {
  if (!(forest instanceof FlatForest)) throw new TypeError("Only what forestOf made can grow")
  const at = forest.indexOf(key)
  if (at === -1) return forest
  const { arrays, faults } = planted(children, forest, at)
  return new FlatForest(grafted(forest, at, children, arrays), faults, null)
}

class FlatForest implements Forest {
  readonly size: number
  readonly problems: readonly string[]
  readonly arrays: ForestArrays
  readonly faults: Readonly<Faults>
  #index: KeyIndex | null

  /** Without an index it is made when it is first asked. */
  constructor(arrays: ForestArrays, faults: Readonly<Faults>, index: KeyIndex | null) {
    this.size = arrays.items.length
    this.arrays = arrays
    this.faults = faults
    this.#index = index
    const names = Object.keys(sentences) as (keyof Faults)[]
    this.problems = names.filter((name) => faults[name] > 0).map((name) => sentences[name](faults[name]))
  }

  itemAt(index: number): TreeItem {
    const item = this.arrays.items[index]
    if (!item) throw new RangeError(`No node at ${index} of ${this.size}`)
    return item
  }

  indexOf(key: string): number {
    if (!this.#index) {
      const { items } = this.arrays
      this.#index = new KeyIndex(items, this.size)
      for (const item of items) this.#index.claim(item.key)
    }
    return this.#index.find(key)
  }

  parentOf(index: number): number {
    return this.arrays.parents[index] ?? -1
  }

  depthOf(index: number): number {
    return this.arrays.depths[index] ?? 0
  }

  endOf(index: number): number {
    return this.arrays.ends[index] ?? this.size
  }

  isLoaded(index: number): boolean {
    return (this.arrays.kinds[index] ?? 0) <= nodeKinds.branch
  }
}

interface Planted {
  readonly arrays: ForestArrays
  readonly faults: Readonly<Faults>
  readonly index: KeyIndex
}

/**
 * Lays items out flat, numbered from 0. `before` and `at`: they will stand below that node, so its forest's keys are taken.
 * One loop without a call for each node but the one that looks for its key: this is most of what opening a tree takes.
 */
function planted(top: readonly TreeItem[], before: FlatForest | null, at: number): Planted {
  const faults = { ...(before?.faults ?? sound) }
  const topDepth = before ? before.depthOf(at) + 1 : 0
  const items: TreeItem[] = []
  const index = new KeyIndex(items)
  let room = 1_024
  let parents = new Int32Array(room)
  let ends = new Int32Array(room)
  let depths = new Uint8Array(room)
  let kinds = new Uint8Array(room)
  let count = 0
  const open: { readonly level: readonly TreeItem[]; readonly next: number }[] = []
  let level = top
  let next = 0
  let parent = -1
  for (;;) {
    const item = level[next++]
    if (item === undefined) {
      const outer = open.pop()
      if (!outer) break
      ends[parent] = count
      kinds[parent] = count > parent + 1 ? nodeKinds.branch : nodeKinds.leaf
      parent = parents[parent] ?? -1
      level = outer.level
      next = outer.next
      continue
    }
    const { key, children } = item
    const depth = topDepth + open.length
    if (!key) {
      faults.nameless++
      continue
    }
    if (depth >= deepestLevel) {
      faults.deep++
      continue
    }
    const rooted = before ? clashAbove(key, before, at) : null
    const place = rooted ? -1 : index.claim(key)
    if (rooted || place !== -1) {
      faults[rooted ?? (isAbove(place, parent, parents) ? "cycles" : "repeated")]++
      continue
    }
    if (count === room) {
      room *= 2
      parents = enlarged(parents, new Int32Array(room))
      ends = enlarged(ends, new Int32Array(room))
      depths = enlarged(depths, new Uint8Array(room))
      kinds = enlarged(kinds, new Uint8Array(room))
    }
    items.push(item)
    parents[count] = parent
    depths[count] = depth
    ends[count] = count + 1
    if (children === null) {
      const isLeaf = item.isLeaf === true || item.childCount === 0
      kinds[count] = isLeaf ? nodeKinds.unloadedLeaf : nodeKinds.unloaded
    } else if (children.length > 0) {
      open.push({ level, next })
      level = children
      next = 0
      parent = count
    }
    count++
  }
  const arrays = {
    items,
    parents: parents.slice(0, count),
    ends: ends.slice(0, count),
    depths: depths.slice(0, count),
    kinds: kinds.slice(0, count),
  }
  return { arrays, faults, index }
}

function enlarged<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

/** A key stands once. Below itself it is a circle, and following it would never end. */
function clashAbove(key: string, before: FlatForest, at: number): "cycles" | "repeated" | null {
  const old = before.indexOf(key)
  // What stands below the node now is about to go.
  if (old === -1 || (old > at && old < before.endOf(at))) return null
  return old <= at && at < before.endOf(old) ? "cycles" : "repeated"
}

function isAbove(place: number, start: number, parents: Int32Array): boolean {
  for (let above = start; above !== -1; above = parents[above] ?? -1) if (above === place) return true
  return false
}

/** The forest's arrays with `young` below the node at `at`, in place of what stood there. */
function grafted(
  before: FlatForest,
  at: number,
  children: readonly TreeItem[],
  young: ForestArrays,
): ForestArrays {
  const old = before.arrays
  const start = at + 1
  const oldEnd = before.endOf(at)
  const count = young.items.length
  const shift = count - (oldEnd - start)
  const size = before.size + shift
  const node = { ...before.itemAt(at), children }
  const items = [...old.items.slice(0, at), node].concat(young.items, old.items.slice(oldEnd))
  const parents = new Int32Array(size)
  const ends = new Int32Array(size)
  parents.set(old.parents.subarray(0, start))
  ends.set(old.ends.subarray(0, start))
  for (let above = at; above !== -1; above = before.parentOf(above)) ends[above] = before.endOf(above) + shift
  for (let own = 0; own < count; own++) {
    const parent = young.parents[own] ?? -1
    parents[start + own] = parent === -1 ? at : start + parent
    ends[start + own] = start + (young.ends[own] ?? 0)
  }
  for (let behind = oldEnd; behind < before.size; behind++) {
    const parent = before.parentOf(behind)
    parents[behind + shift] = parent < oldEnd ? parent : parent + shift
    ends[behind + shift] = before.endOf(behind) + shift
  }
  const kinds = spliced(old.kinds, young.kinds, start, oldEnd)
  kinds[at] = count > 0 ? nodeKinds.branch : nodeKinds.leaf
  return { items, parents, ends, depths: spliced(old.depths, young.depths, start, oldEnd), kinds }
}

function spliced(old: Uint8Array, young: Uint8Array, start: number, oldEnd: number): Uint8Array {
  const all = new Uint8Array(old.length + young.length - (oldEnd - start))
  all.set(old.subarray(0, start))
  all.set(young, start)
  all.set(old.subarray(oldEnd), start + young.length)
  return all
}
