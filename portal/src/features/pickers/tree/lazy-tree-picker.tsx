import { useCallback, useMemo, useState } from "react"
import type { LazySource } from "./lazy-source.ts"
import type { SelectionRules } from "../selection.ts"
import { keysAtStart } from "../selection.ts"
import { TreePicker } from "./tree-picker.tsx"
import { useLazySearch } from "./use-lazy-search.ts"
import { useLazyTree } from "./use-lazy-tree.ts"
import { missingNotice, useStrictSelection } from "./use-strict-selection.ts"
import type { PickedNoun } from "../nothing-to-choose.tsx"

interface LazyTreePickerProps<N> {
  readonly title: string
  readonly noun: PickedNoun
  readonly source: LazySource<N>
  /** What makes two searches of one text the same. */
  readonly scope: readonly unknown[]
  readonly rules: SelectionRules
  readonly options: Parameters<typeof keysAtStart>[0]
  readonly searchLength: number
  /** Null: closed without a choice. */
  readonly onDone: (nodes: readonly N[] | null) => void
}

/** A tree that comes level by level, each node chosen by itself. */
export function LazyTreePicker<N>(props: LazyTreePickerProps<N>) {
  const { source, scope, rules, options, onDone } = props
  const [query, setQuery] = useState("")
  const ids = useMemo(() => keysAtStart(options), [options])
  const isFixed = useCallback((key: string) => rules.required.has(key) || rules.disabled.has(key), [rules])
  const loaded = useLazyTree({ source, ids, isFixed })
  const search = useLazySearch({ source, scope, query, loaded, isFixed })
  const { find, pathOf } = search

  const choosable = useCallback(
    (key: string) => {
      const node = find(key)
      if (node === undefined) return undefined
      return {
        key,
        label: source.labelOf(node),
        hint: pathOf(node),
        depth: source.aboveOf(node).length,
        node,
      }
    },
    [find, pathOf, source],
  )
  const selection = useStrictSelection<N>({ rules, options, find: loaded.tree ? choosable : null })

  return (
    <TreePicker
      title={props.title}
      noun={props.noun}
      max={rules.max}
      selection={{
        ...selection,
        toggle: (key) => {
          search.keep(key)
          selection.toggle(key)
        },
      }}
      tree={search.tree}
      found={search.found}
      query={query}
      onQuery={setQuery}
      searchLength={props.searchLength}
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
