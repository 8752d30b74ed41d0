import { KeyIndex } from "./key-index.ts"

/** One entry of a tree, as its owner passes it in. */
export interface TreeItem {
  readonly key: string
  readonly label: string
  /** Null: there may be some, but they have not been loaded. */
  readonly children: readonly TreeItem[] | null
  readonly isLeaf?: boolean
  /** Small text after the label. */
  readonly hint?: string
  readonly isDisabled?: boolean
  /** Pinyin and initials, separated by spaces: typed letters find it by these as well. */
  readonly keys?: string
  /** How many children there are, known before they are loaded. */
  readonly childCount?: number
}

/**
 * A tree as flat arrays in reading order. A subtree directly follows its node, so it is a range, and a hundred thousand
 * nodes take a megabyte. A forest is immutable; `withChildren` returns another.
 */
export interface Forest {
  readonly size: number
  itemAt(index: number): TreeItem
  /** -1: no such key. */
  indexOf(key: string): number
  /** -1: it is a root. */
  parentOf(index: number): number
  /** 0 on top. */
  depthOf(index: number): number
  /** The first index behind its subtree. */
  endOf(index: number): number
  isLoaded(index: number): boolean
  /** Sentences about what could not be shown and was dropped; empty for valid data. */
  readonly problems: readonly string[]
  /** The same by index, for loops over all nodes: a call for each costs more than the loop. */
  readonly arrays: ForestArrays
}

/** Fourteen bytes a node, with its key's position. */
export interface ForestArrays {
  readonly items: readonly TreeItem[]
  /** Its kind in the upper two bits, its depth in the lower six. */
  readonly levels: Uint8Array
  /** Of a branch: its number among the branches. Of others: the parent; the end is the next index. */
  readonly links: Int32Array
  /** By the branch's number. */
  readonly branchParents: Int32Array
  readonly branchEnds: Int32Array
}

/** What stands below a node. */
export const nodeKinds = {
  /** Nothing. */
  leaf: 0,
  /** Nodes. */
  branch: 1,
  /** Something not loaded yet. */
  unloaded: 2,
  /** Nothing, as its owner said before anything was loaded. */
  unloadedLeaf: 3,
} as const

export const kindOf = (level: number) => level >> 6
export const depthOf = (level: number) => level & 63

const levelOf = (kind: number, depth: number) => (kind << 6) | depth

/** No valid tree is deeper; an answer that is deeper has a cycle. */
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

/** The forest with these children of the node, replacing earlier ones. A node that is gone stays gone. */
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

  /** Without an index it is made when first needed. */
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
      this.#index.complete()
    }
    return this.#index.find(key)
  }

  parentOf(index: number): number {
    const { links, branchParents } = this.arrays
    const link = links[index] ?? -1
    return this.#isBranch(index) ? (branchParents[link] ?? -1) : link
  }

  depthOf(index: number): number {
    return depthOf(this.arrays.levels[index] ?? 0)
  }

  endOf(index: number): number {
    const { links, branchEnds } = this.arrays
    return this.#isBranch(index) ? (branchEnds[links[index] ?? -1] ?? this.size) : index + 1
  }

  isLoaded(index: number): boolean {
    return kindOf(this.arrays.levels[index] ?? 0) <= nodeKinds.branch
  }

  #isBranch(index: number): boolean {
    return kindOf(this.arrays.levels[index] ?? 0) === nodeKinds.branch
  }
}

interface Planted {
  readonly arrays: ForestArrays
  readonly faults: Readonly<Faults>
  readonly index: KeyIndex
}

/**
 * Lays items out flat, numbered from 0. `before` and `at`: they will be below that node, so its forest's keys are taken.
 * One loop with a single call for each node, which looks up its key: this is most of the time of opening a tree.
 */
function planted(top: readonly TreeItem[], before: FlatForest | null, at: number): Planted {
  const faults = { ...(before?.faults ?? sound) }
  const topDepth = before ? before.depthOf(at) + 1 : 0
  const items: TreeItem[] = []
  const index = new KeyIndex(items)
  let links = new Int32Array(1_024)
  let levels = new Uint8Array(1_024)
  const branchParents: number[] = []
  const branchEnds: number[] = []
  const open: { readonly level: readonly TreeItem[]; readonly next: number }[] = []
  let level = top
  let next = 0
  let parent = -1
  for (;;) {
    const item = level[next++]
    if (item === undefined) {
      const outer = open.pop()
      if (!outer) break
      const branch = links[parent] ?? 0
      const above = branchParents[branch] ?? -1
      branchEnds[branch] = items.length
      if (items.length === parent + 1) {
        // All of its children were dropped.
        levels[parent] = levelOf(nodeKinds.leaf, topDepth + open.length)
        links[parent] = above
      }
      parent = above
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
      faults[rooted ?? (isAbove(place, parent, links, branchParents) ? "cycles" : "repeated")]++
      continue
    }
    const own = items.push(item) - 1
    if (own === links.length) {
      links = enlarged(links, new Int32Array(own * 2))
      levels = enlarged(levels, new Uint8Array(own * 2))
    }
    if (children !== null && children.length > 0) {
      levels[own] = levelOf(nodeKinds.branch, depth)
      links[own] = branchParents.push(parent) - 1
      open.push({ level, next })
      level = children
      next = 0
      parent = own
    } else {
      const isLeaf = item.isLeaf === true || item.childCount === 0
      const kind = children ? nodeKinds.leaf : isLeaf ? nodeKinds.unloadedLeaf : nodeKinds.unloaded
      levels[own] = levelOf(kind, depth)
      links[own] = parent
    }
  }
  const arrays = {
    items,
    levels: levels.slice(0, items.length),
    links: links.slice(0, items.length),
    branchParents: new Int32Array(branchParents),
    branchEnds: new Int32Array(branchEnds),
  }
  return { arrays, faults, index: index.complete() }
}

function enlarged<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

/** A key is unique. Below itself it is a cycle, which would never end. */
function clashAbove(key: string, before: FlatForest, at: number): "cycles" | "repeated" | null {
  const old = before.indexOf(key)
  // The present children of the node are about to be replaced.
  if (old === -1 || (old > at && old < before.endOf(at))) return null
  return old <= at && at < before.endOf(old) ? "cycles" : "repeated"
}

/** Every node with children is a branch. */
function isAbove(place: number, start: number, links: Int32Array, branchParents: readonly number[]): boolean {
  for (let above = start; above !== -1; above = branchParents[links[above] ?? 0] ?? -1)
    if (above === place) return true
  return false
}

/** The forest's arrays with `young` below the node at `at`, replacing its children. */
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
  const moved = (index: number) => (index < oldEnd ? index : index + shift)
  const grown = (index: number) => (index === -1 ? at : start + index)
  const node = { ...before.itemAt(at), children }
  const items = [...old.items.slice(0, at), node].concat(young.items, old.items.slice(oldEnd))
  const levels = new Uint8Array(items.length)
  levels.set(old.levels.subarray(0, at))
  levels[at] = levelOf(count > 0 ? nodeKinds.branch : nodeKinds.leaf, before.depthOf(at))
  levels.set(young.levels, start)
  levels.set(old.levels.subarray(oldEnd), start + count)

  // Numbers of removed branches stay unused: rare, and eight bytes each.
  const oldBranches = old.branchParents.length
  const youngBranches = young.branchParents.length
  const own = oldBranches + youngBranches
  const branchParents = new Int32Array(own + 1)
  const branchEnds = new Int32Array(own + 1)
  for (let branch = 0; branch < oldBranches; branch++) {
    branchParents[branch] = moved(old.branchParents[branch] ?? -1)
    branchEnds[branch] = moved(old.branchEnds[branch] ?? 0)
  }
  for (let branch = 0; branch < youngBranches; branch++) {
    branchParents[oldBranches + branch] = grown(young.branchParents[branch] ?? -1)
    branchEnds[oldBranches + branch] = start + (young.branchEnds[branch] ?? 0)
  }
  branchParents[own] = before.parentOf(at)
  branchEnds[own] = start + count

  const links = new Int32Array(items.length)
  links.set(old.links.subarray(0, at))
  links[at] = count > 0 ? own : before.parentOf(at)
  for (let index = 0; index < count; index++) {
    const link = young.links[index] ?? -1
    const isBranch = kindOf(young.levels[index] ?? 0) === nodeKinds.branch
    links[start + index] = isBranch ? oldBranches + link : grown(link)
  }
  for (let index = oldEnd; index < before.size; index++) {
    const link = old.links[index] ?? -1
    const isBranch = kindOf(old.levels[index] ?? 0) === nodeKinds.branch
    links[index + shift] = isBranch ? link : moved(link)
  }
  return { items, levels, links, branchParents, branchEnds }
}
