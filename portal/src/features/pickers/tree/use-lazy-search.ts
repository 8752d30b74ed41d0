import { useCallback, useMemo } from "react"
import { pathOfNode, type LazySource } from "./lazy-source.ts"
import { foundForest, type IsFixed } from "./lazy-tree.ts"
import type { TreeBody } from "./tree-picker.tsx"
import { useFoundNodes } from "./use-found-nodes.ts"
import type { LoadedTree } from "./use-lazy-tree.ts"

interface LazySearchSetting<N> {
  readonly source: LazySource<N>
  readonly scope: readonly unknown[]
  readonly query: string
  readonly loaded: LoadedTree<N>
  readonly isFixed: IsFixed
}

export interface LazySearch<N> {
  readonly tree: TreeBody
  readonly found: TreeBody | null
  /** Everything that is known now, from the tree or from the search. */
  readonly find: (key: string) => N | undefined
  readonly pathOf: (node: N) => string
  /** Before a result is chosen: it stays known when the search ends. */
  readonly keep: (key: string) => readonly N[]
}

/** A lazy tree as it is opened, and the results of a search in it. */
export function useLazySearch<N>(setting: LazySearchSetting<N>): LazySearch<N> {
  const { source, scope, query, loaded, isFixed } = setting
  const search = useFoundNodes({ source, scope, query })
  const { tree, meet, open } = loaded
  const met = search?.met
  const metByKey = useMemo(
    () => new Map((met ?? []).map((node) => [source.keyOf(node), node] as const)),
    [met, source],
  )
  const find = useCallback((key: string) => tree?.nodes.get(key) ?? metByKey.get(key), [tree, metByKey])
  const pathOf = useCallback((node: N) => pathOfNode(source, node, find), [source, find])
  const hits = search?.found
  const forest = useMemo(
    () => (hits ? foundForest(hits, pathOf, { source, isFixed }) : null),
    [hits, pathOf, source, isFixed],
  )

  function keep(key: string): readonly N[] {
    const node = metByKey.get(key)
    if (!node) return []
    const above = source.aboveOf(node).flatMap((one) => metByKey.get(one) ?? [])
    const kept = [node, ...above]
    meet(kept)
    return kept
  }

  return {
    tree: {
      forest: tree?.forest ?? null,
      error: loaded.error,
      onRetry: loaded.retry,
      onOpen: open,
      ...(tree && { pending: tree.pending, failed: tree.failed }),
    },
    found: search && {
      forest,
      error: search.error,
      onRetry: search.retry,
      isCut: (hits?.length ?? 0) >= source.foundAtMost,
    },
    find,
    pathOf,
    keep,
  }
}
