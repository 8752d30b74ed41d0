import { forestOf, withChildren, type Forest, type TreeItem } from "../../../ui/tree/forest.ts"
import type { LevelSource } from "./lazy-source.ts"

/** A partly loaded tree, with every known node, also from searches and defaults. */
export interface LazyTree<N> {
  readonly forest: Forest
  readonly nodes: ReadonlyMap<string, N>
  readonly pending: ReadonlySet<string>
  /** Why a node's children did not come. */
  readonly failed: ReadonlyMap<string, string>
}

export type LazyTreeEvent<N> =
  | { readonly type: "asked"; readonly key: string }
  | { readonly type: "arrived"; readonly key: string; readonly nodes: readonly N[] }
  | { readonly type: "failed"; readonly key: string; readonly sentence: string }
  | { readonly type: "met"; readonly nodes: readonly N[] }

interface Planting<N> {
  readonly source: LevelSource<N>
  readonly isFixed: IsFixed
}

/** Its tick can't be changed, because of itself or of an ancestor. */
export type IsFixed = (key: string, above: readonly string[]) => boolean

/** `met`: known nodes beside the topmost ones. */
export function lazyTreeOf<N>(top: readonly N[], met: readonly N[], planting: Planting<N>): LazyTree<N> {
  const forest = forestOf(itemsOf(top, planting))
  const taken = takenAs(forest, null, top, planting)
  const others = withoutLost(known(new Map(), met, planting), null, taken, planting)
  return { forest, nodes: known(others, taken, planting), pending: new Set(), failed: new Map() }
}

export function reduceLazyTree<N>(
  tree: LazyTree<N>,
  event: LazyTreeEvent<N>,
  planting: Planting<N>,
): LazyTree<N> {
  switch (event.type) {
    case "asked":
      return {
        ...tree,
        pending: new Set(tree.pending).add(event.key),
        failed: without(tree.failed, event.key),
      }
    case "arrived": {
      const forest = withChildren(tree.forest, event.key, itemsOf(event.nodes, planting))
      const taken = takenAs(forest, event.key, event.nodes, planting)
      const nodes = known(withoutLost(tree.nodes, event.key, taken, planting), taken, planting)
      return { ...tree, forest, nodes, pending: less(tree.pending, event.key) }
    }
    case "failed": {
      const failed = new Map(tree.failed).set(event.key, event.sentence)
      return { ...tree, pending: less(tree.pending, event.key), failed }
    }
    case "met":
      return { ...tree, nodes: known(tree.nodes, event.nodes, planting) }
  }
}

/** Search results as rows, each with its path. */
export function foundForest<N>(
  found: readonly N[],
  hintOf: (node: N) => string,
  { source, isFixed }: Planting<N>,
): Forest {
  return forestOf(
    found.map((node): TreeItem => {
      const key = source.keyOf(node)
      const hint = hintOf(node)
      return {
        key,
        label: source.labelOf(node),
        children: [],
        isLeaf: true,
        ...(hint !== "" && { hint }),
        ...(isFixed(key, source.aboveOf(node)) && { isDisabled: true }),
      }
    }),
  )
}

/** The children that the tree accepted. */
export function childrenIn<N>({ forest, nodes }: LazyTree<N>, key: string): readonly N[] {
  const at = forest.indexOf(key)
  if (at === -1) return []
  const children: N[] = []
  for (let child = at + 1; child < forest.endOf(at); child = forest.endOf(child)) {
    const node = nodes.get(forest.itemAt(child).key)
    if (node !== undefined) children.push(node)
  }
  return children
}

/** A node below one whose children were loaded without it no longer exists, wherever it came from. */
export function isLost(
  chain: readonly string[],
  parent: string | null,
  present: ReadonlySet<string>,
): boolean {
  const at = parent === null ? 0 : chain.indexOf(parent) + 1
  if (parent !== null && at === 0) return false
  const step = chain[at]
  return step !== undefined && !present.has(step)
}

function itemsOf<N>(nodes: readonly N[], { source, isFixed }: Planting<N>): readonly TreeItem[] {
  if (source.itemsOf) return source.itemsOf(nodes)
  return nodes.map((node) => {
    const key = source.keyOf(node)
    const isLeaf = source.isLeaf(node)
    const childCount = source.childCountOf?.(node)
    return {
      key,
      label: source.labelOf(node),
      children: isLeaf ? [] : null,
      isLeaf,
      ...(childCount !== undefined && { childCount }),
      ...(isFixed(key, source.aboveOf(node)) && { isDisabled: true }),
    }
  })
}

/** A cycle or a duplicate key was dropped by the forest, and must not come in another way. */
function takenAs<N>(
  forest: Forest,
  parent: string | null,
  nodes: readonly N[],
  { source }: Planting<N>,
): readonly N[] {
  const at = parent === null ? -1 : forest.indexOf(parent)
  const taken = new Map<string, N>()
  for (const node of nodes) {
    const key = source.keyOf(node)
    const own = forest.indexOf(key)
    if (own !== -1 && forest.parentOf(own) === at && !taken.has(key)) taken.set(key, node)
  }
  return [...taken.values()]
}

function known<N>(
  nodes: ReadonlyMap<string, N>,
  met: readonly N[],
  { source }: Planting<N>,
): ReadonlyMap<string, N> {
  return new Map([...nodes, ...met.map((node) => [source.keyOf(node), node] as const)])
}

function withoutLost<N>(
  nodes: ReadonlyMap<string, N>,
  parent: string | null,
  arrived: readonly N[],
  { source }: Planting<N>,
): ReadonlyMap<string, N> {
  const present = new Set(arrived.map(source.keyOf))
  return new Map([...nodes].filter(([key, node]) => !isLost([...source.aboveOf(node), key], parent, present)))
}

function less(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const rest = new Set(set)
  rest.delete(key)
  return rest
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
