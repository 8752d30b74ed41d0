import { directoryCalls, directoryKey } from "@uc/contract/directory/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useCallback, useEffect, useRef, useState } from "react"
import { isCancelled, messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { grown, loadedParents, plantedForest, type DirectoryForest } from "./directory-tree-nodes.ts"
import { asked, nodeFrom, type NodeRef } from "./directory-filters.ts"

/** With more open nodes than this a reload closes them: each needs a call. */
const keptOpen = 20

export interface DirectoryTreeState {
  /** Null: loading, or failed. */
  readonly tree: DirectoryForest | null
  readonly error: unknown
  readonly pending: ReadonlySet<string>
  readonly failed: ReadonlyMap<string, string>
  readonly open: (key: string) => void
  /** Loads the path to a node; true once it is there. */
  readonly lead: (node: NodeRef) => Promise<boolean>
  /** After a change: everything shown is loaded again and stays open. */
  readonly reload: () => Promise<void>
}

const none: ReadonlySet<string> = new Set()
const nothing: ReadonlyMap<string, string> = new Map()

/** HOME-6: begins at the node in the address and loads the rest level by level. */
export function useDirectoryTree(start: NodeRef | null, withDisabled: boolean): DirectoryTreeState {
  const [tree, setTree] = useState<DirectoryForest | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(none)
  const [failed, setFailed] = useState(nothing)
  const latest = useRef<DirectoryForest | null>(null)
  const chosen = useRef(start)
  const life = useRef<AbortController | null>(null)
  const disabled = withDisabled ? 1 : 0

  useEffect(() => {
    chosen.current = start
  })

  const show = useCallback((shown: DirectoryForest | null) => {
    latest.current = shown
    setTree(shown)
  }, [])

  const plant = useCallback(
    async (kept: readonly string[]) => {
      life.current?.abort()
      const { signal } = (life.current = new AbortController())
      setError(null)
      setPending(none)
      setFailed(nothing)
      try {
        const [{ levels }, ...more] = await Promise.all([
          send(directoryCalls.opened, { ...asked(chosen.current), disabled }, { signal }).catch(
            async (failure: unknown) => {
              // The node in the address is gone or out of reach: the tree itself is still shown.
              if (isCancelled(failure) || chosen.current === null) throw failure
              return send(directoryCalls.opened, { disabled }, { signal })
            },
          ),
          ...kept.map(async (parent) => ({
            parent,
            nodes: await send(
              directoryCalls.below,
              { ...asked(nodeFrom(parent)), disabled },
              { signal },
            ).catch(() => null),
          })),
        ])
        if (signal.aborted) return
        const own = more.flatMap(({ parent, nodes }) => (nodes ? [{ parent, nodes }] : []))
        show(grown(plantedForest(levels), own))
      } catch (failure) {
        if (signal.aborted || isCancelled(failure)) return
        show(null)
        setError(failure)
      }
    },
    [disabled, show],
  )

  useEffect(() => {
    void plant(latest.current ? loadedParents(latest.current).slice(0, keptOpen) : [])
    return () => life.current?.abort()
  }, [plant])

  const open = useCallback(
    async (key: string) => {
      const signal = life.current?.signal
      const node = nodeFrom(key)
      if (!signal || !node) return
      setPending((before) => new Set(before).add(key))
      setFailed((before) => new Map([...before].filter(([at]) => at !== key)))
      try {
        const nodes = await send(directoryCalls.below, { ...asked(node), disabled }, { signal })
        if (!signal.aborted && latest.current) show(grown(latest.current, [{ parent: key, nodes }]))
      } catch (failure) {
        if (signal.aborted || isCancelled(failure)) return
        const sentence = messageOf(failure, pickerMessages.failed) ?? pickerMessages.failed
        setFailed((before) => new Map(before).set(key, sentence))
      } finally {
        setPending((before) => new Set([...before].filter((at) => at !== key)))
      }
    },
    [disabled, show],
  )

  const lead = useCallback(
    async (node: NodeRef) => {
      if (latest.current?.nodes.has(directoryKey(node))) return true
      const { levels } = await send(directoryCalls.opened, { ...asked(node), disabled })
      if (latest.current) show(grown(latest.current, levels))
      return latest.current?.nodes.has(directoryKey(node)) ?? false
    },
    [disabled, show],
  )

  const reload = useCallback(
    async () => plant(latest.current ? loadedParents(latest.current).slice(0, keptOpen) : []),
    [plant],
  )

  return { tree, error, pending, failed, open: (key) => void open(key), lead, reload }
}
