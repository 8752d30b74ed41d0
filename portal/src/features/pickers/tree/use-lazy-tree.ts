import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useCallback, useEffect, useRef, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { nodesOfIds, withAncestors, type LevelSource } from "./lazy-source.ts"
import { childrenIn, lazyTreeOf, reduceLazyTree } from "./lazy-tree.ts"
import type { IsFixed, LazyTree, LazyTreeEvent } from "./lazy-tree.ts"

/** The result of a load, for callers with state of their own. */
export type LazyTreeNotice<N> =
  | { readonly type: "started"; readonly top: readonly N[]; readonly met: readonly N[] }
  | { readonly type: "arrived"; readonly key: string; readonly nodes: readonly N[] }
  | { readonly type: "failed"; readonly key: string; readonly sentence: string }

interface LazyTreeSetting<N> {
  readonly source: LevelSource<N>
  /** What must be known from the start: defaults, required, disabled. */
  readonly ids: readonly string[]
  readonly isFixed: IsFixed
  /** Keep the function; a new one starts again. */
  readonly onEvent?: (news: LazyTreeNotice<N>) => void
}

export interface LoadedTree<N> {
  /** Null: loading, or failed. */
  readonly tree: LazyTree<N> | null
  readonly error: unknown
  readonly retry: () => void
  /** Loads a node's children, once at a time. */
  readonly open: (key: string) => void
  readonly meet: (nodes: readonly N[]) => void
}

/** Loads the topmost level immediately and every other on request. Nothing arrives after it was closed. */
export function useLazyTree<N>({ source, ids, isFixed, onEvent }: LazyTreeSetting<N>): LoadedTree<N> {
  const [tree, setTree] = useState<LazyTree<N> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const life = useRef<AbortController | null>(null)
  const latest = useRef<LazyTree<N> | null>(null)

  const dispatch = useCallback(
    (event: LazyTreeEvent<N>) => {
      const before = latest.current
      if (!before) return null
      const after = reduceLazyTree(before, event, { source, isFixed })
      latest.current = after
      setTree(after)
      return after
    },
    [source, isFixed],
  )

  const begin = useCallback(async () => {
    life.current?.abort()
    const controller = new AbortController()
    life.current = controller
    const { signal } = controller
    const show = (shown: LazyTree<N> | null, failure: unknown) => {
      latest.current = shown
      setTree(shown)
      setError(failure)
    }
    const learn = async () => withAncestors(source, await nodesOfIds(source, ids, signal), signal)
    show(null, null)
    try {
      const [top, met] = await Promise.all([source.below(null, signal), learn()])
      if (signal.aborted) return
      show(lazyTreeOf(top, met, { source, isFixed }), null)
      onEvent?.({ type: "started", top, met })
    } catch (failure) {
      if (!signal.aborted) show(null, failure)
    }
  }, [source, ids, isFixed, onEvent])

  useEffect(() => {
    void begin()
    return () => life.current?.abort()
  }, [begin])

  const load = useCallback(
    async (key: string) => {
      const signal = life.current?.signal
      if (!signal || latest.current?.pending.has(key)) return
      dispatch({ type: "asked", key })
      try {
        const nodes = await source.below(key, signal)
        const after = signal.aborted ? null : dispatch({ type: "arrived", key, nodes })
        if (after) onEvent?.({ type: "arrived", key, nodes: childrenIn(after, key) })
      } catch (failure) {
        if (signal.aborted) return
        const sentence = messageOf(failure, pickerMessages.failed) ?? pickerMessages.failed
        dispatch({ type: "failed", key, sentence })
        onEvent?.({ type: "failed", key, sentence })
      }
    },
    [source, dispatch, onEvent],
  )

  const meet = useCallback((nodes: readonly N[]) => void dispatch({ type: "met", nodes }), [dispatch])
  const open = useCallback((key: string) => void load(key), [load])
  const retry = useCallback(() => void begin(), [begin])
  return { tree, error, retry, open, meet }
}
