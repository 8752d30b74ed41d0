import fc from "fast-check"
import type { TreeItem } from "../ui/tree/forest.ts"

/** A whole tree, of which a test shows as much as it likes. */
export interface World {
  readonly items: readonly TreeItem[]
  readonly keys: readonly string[]
  /** One level, as a server would answer: theirs are not loaded, but counted. */
  readonly childrenOf: (key: string) => readonly TreeItem[]
  /** By key, topmost first. */
  readonly chains: ReadonlyMap<string, readonly string[]>
  readonly childCounts: ReadonlyMap<string, number>
  /** About half of the keys, another half for each number up to 15. */
  readonly half: (which: number) => ReadonlySet<string>
}

interface Shape {
  readonly coins: number
  readonly below: readonly Shape[]
}

const { shapes } = fc.letrec<{ shapes: readonly Shape[]; shape: Shape }>((tie) => ({
  shapes: fc.array(tie("shape"), { minLength: 1, maxLength: 4 }),
  shape: fc.record({
    coins: fc.noBias(fc.nat(0xffff)),
    below: fc.oneof({ maxDepth: 4, depthSize: "medium" }, fc.constant([]), tie("shapes")),
  }),
}))

export const worlds: fc.Arbitrary<World> = fc.noBias(shapes).map(worldOf)

/** Numbers that choose among nodes, the last as often as the first. */
export const picks = fc.noBias(fc.array(fc.nat(9_999), { maxLength: 24, size: "max" }))

function worldOf(drawn: readonly Shape[]): World {
  const keys: string[] = []
  const coins: number[] = []
  const chains = new Map<string, readonly string[]>()
  const childCounts = new Map<string, number>()
  const levels = new Map<string, readonly TreeItem[]>()
  function grow(level: readonly Shape[], chain: readonly string[]): TreeItem[] {
    return level.map(({ below, coins: thrown }) => {
      const key = `n${keys.length}`
      keys.push(key)
      coins.push(thrown)
      chains.set(key, chain)
      childCounts.set(key, below.length)
      const children = grow(below, [...chain, key])
      levels.set(key, unloaded(children))
      return { key, label: `节点${key}`, children, childCount: below.length }
    })
  }
  const items = grow(drawn, [])
  return {
    items,
    keys,
    chains,
    childCounts,
    childrenOf: (key) => levels.get(key) ?? [],
    half: (which) => new Set(keys.filter((_, at) => ((coins[at] ?? 0) >> which) & 1)),
  }
}

const unloaded = (items: readonly TreeItem[]) => items.map((item) => ({ ...item, children: null }))

/** The topmost level alone. */
export function unloadedTop({ items }: World): readonly TreeItem[] {
  return unloaded(items)
}

/** The items as they are when the children of these keys have been loaded. */
export function withLoaded({ items }: World, loaded: ReadonlySet<string>): readonly TreeItem[] {
  return items.map(function shown(item): TreeItem {
    return { ...item, children: loaded.has(item.key) ? (item.children ?? []).map(shown) : null }
  })
}
