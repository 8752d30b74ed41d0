import { useCallback, useDeferredValue, useMemo, useState } from "react"
import { formatPath, plantedTree, treeFilter, type TreeShape } from "./tree-from-answer.ts"
import type { keysAtStart, SelectionRules } from "../selection.ts"
import { TreePicker } from "./tree-picker.tsx"
import { missingNotice, useStrictSelection } from "./use-strict-selection.ts"
import type { WholeAnswer } from "./whole-answer.ts"

interface WholeTreePickerProps<N> {
  readonly title: string
  readonly noun: string
  readonly answer: WholeAnswer<N>
  readonly shape: TreeShape<N>
  readonly rules: SelectionRules
  readonly options: Parameters<typeof keysAtStart>[0]
  /** GRID-2: deeper levels are cut off. */
  readonly deepest?: number | undefined
  /** Null: closed without a choice. */
  readonly onDone: (nodes: readonly N[] | null) => void
}

/** A tree that comes in one answer, each node chosen by itself: grids, menus, modules. */
export function WholeTreePicker<N>(props: WholeTreePickerProps<N>) {
  const { answer, shape, rules, options, deepest = null, onDone } = props
  const [query, setQuery] = useState("")
  const { nodes } = answer
  const planted = useMemo(() => {
    const isFixed = (key: string) => rules.required.has(key) || rules.disabled.has(key)
    return nodes ? plantedTree(nodes, shape, { deepest, isFixed }) : null
  }, [nodes, shape, deepest, rules])

  const find = useCallback(
    (key: string) => {
      const node = planted?.nodes.get(key)
      if (!planted || node === undefined) return undefined
      const { forest } = planted
      const depth = forest.depthOf(forest.indexOf(key))
      return { key, label: shape.labelOf(node), hint: formatPath(forest, key), depth, node }
    },
    [planted, shape],
  )
  const selection = useStrictSelection<N>({ rules, options, find: planted ? find : null })

  // Typing stays ahead of the filter where the tree is huge.
  const wanted = useDeferredValue(query)
  const filter = useMemo(
    () =>
      treeFilter(wanted, (key) => {
        const node = planted?.nodes.get(key)
        return node === undefined ? "" : shape.keysOf(node)
      }),
    [wanted, planted, shape],
  )

  return (
    <TreePicker
      title={props.title}
      noun={props.noun}
      max={rules.max}
      selection={selection}
      tree={{ forest: planted?.forest ?? null, error: answer.error, onRetry: answer.retry, filter }}
      query={query}
      onQuery={setQuery}
      startDepth={1}
      canUnfold
      notices={missingNotice(selection.missing)}
      problem={selection.problem}
      onCancel={() => onDone(null)}
      onConfirm={() => {
        const confirmed = selection.confirmed()
        if (confirmed) onDone(confirmed)
      }}
    />
  )
}
