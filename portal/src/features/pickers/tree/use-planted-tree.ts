import { useDeferredValue, useMemo } from "react"
import type { TreeItem } from "../../../ui/tree/forest.ts"
import { plantedTree, treeFilter, type PlantedTree, type TreeShape } from "./tree-from-answer.ts"

interface Planting<N> {
  /** Undefined: not loaded (yet). */
  readonly nodes: readonly N[] | undefined
  readonly shape: TreeShape<N>
  readonly required: ReadonlySet<string>
  readonly disabled: ReadonlySet<string>
  /** GRID-2: deeper levels are cut off. */
  readonly deepest?: number | undefined
  readonly query: string
}

interface Planted<N> {
  readonly planted: PlantedTree<N> | null
  readonly filter: ((item: TreeItem) => boolean) | null
}

/** A tree that was loaded whole, filtered by a search. */
export function usePlantedTree<N>(planting: Planting<N>): Planted<N> {
  const { nodes, shape, required, disabled, deepest = null, query } = planting
  const planted = useMemo(() => {
    const isFixed = (key: string) => required.has(key) || disabled.has(key)
    return nodes ? plantedTree(nodes, shape, { deepest, isFixed }) : null
  }, [nodes, shape, deepest, required, disabled])
  // Typing goes before filtering where the tree is huge.
  const wanted = useDeferredValue(query)
  const filter = useMemo(() => {
    const keysOf = (key: string) => {
      const node = planted?.nodes.get(key)
      return node === undefined ? "" : shape.keysOf(node)
    }
    return treeFilter(wanted, keysOf)
  }, [wanted, planted, shape])
  return { planted, filter }
}
