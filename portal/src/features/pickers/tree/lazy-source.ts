import type { TreeItem } from "../../../ui/tree/forest.ts"

/** How a lazily loaded tree is requested and read. Declared once for each kind of node, outside of components. */
export interface LevelSource<N> {
  /** Null: the topmost. */
  readonly below: (parent: string | null, signal: AbortSignal) => Promise<readonly N[]>
  /** Those that exist. */
  readonly ofIds: (ids: readonly string[], signal: AbortSignal) => Promise<readonly N[]>
  readonly keyOf: (node: N) => string
  readonly labelOf: (node: N) => string
  /** The ancestors, the topmost first. */
  readonly aboveOf: (node: N) => readonly string[]
  readonly isLeaf: (node: N) => boolean
  readonly childCountOf?: (node: N) => number | undefined
  /** Where the rows of the tree say more than a name. */
  readonly itemsOf?: (nodes: readonly N[]) => readonly TreeItem[]
}

/** One that can also be searched. */
export interface LazySource<N> extends LevelSource<N> {
  readonly named: (text: string, signal: AbortSignal) => Promise<readonly N[]>
  /** A search answers with no more. */
  readonly foundAtMost: number
}

/** An `IdList` holds no more. */
const idsAtOnce = 1000

export async function nodesOfIds<N>(
  source: LevelSource<N>,
  ids: Iterable<string>,
  signal: AbortSignal,
): Promise<readonly N[]> {
  const all = [...new Set(ids)]
  const found: N[] = []
  for (let from = 0; from < all.length; from += idsAtOnce)
    found.push(...(await source.ofIds(all.slice(from, from + idsAtOnce), signal)))
  return found
}

/** The nodes with all that stand above them: for their names, and for counting how much of those is chosen. */
export async function withAncestors<N>(
  source: LevelSource<N>,
  nodes: readonly N[],
  signal: AbortSignal,
): Promise<readonly N[]> {
  const own = new Set(nodes.map(source.keyOf))
  const above = nodes.flatMap(source.aboveOf).filter((key) => !own.has(key))
  return [...nodes, ...(await nodesOfIds(source, above, signal))]
}

/** The names above it, as far as they are known. */
export function pathOfNode<N>(source: LevelSource<N>, node: N, find: (key: string) => N | undefined): string {
  return source
    .aboveOf(node)
    .flatMap((key) => {
      const above = find(key)
      return above === undefined ? [] : [source.labelOf(above)]
    })
    .join(" / ")
}
