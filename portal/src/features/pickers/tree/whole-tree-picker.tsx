import { pickerMessages, pickers, type PickerName } from "@uc/contract/pickers/pickers"
import type { UseQueryResult } from "@tanstack/react-query"
import { useCallback, useMemo, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { selectionRules, type SelectionLabels } from "../selection.ts"
import { formatPath, type TreeShape } from "./tree-from-answer.ts"
import { TreePicker } from "./tree-picker.tsx"
import { usePlantedTree } from "./use-planted-tree.ts"
import { missingNotice, useStrictSelection, type LinkedNodes } from "./use-strict-selection.ts"
import type { PickedNoun } from "../nothing-to-choose.tsx"

interface WholeTreePickerProps<N> {
  readonly name: PickerName
  readonly noun: PickedNoun
  readonly answer: UseQueryResult<unknown, unknown>
  /** Which part of the answer is the tree; keep the function while the answer is the same. */
  readonly nodes: readonly N[] | undefined
  readonly shape: TreeShape<N>
  readonly options: Parameters<typeof selectionRules>[0] & {
    readonly title?: string | undefined
    readonly defaults?: readonly string[] | undefined
  }
  /** Defaults where the caller names none. */
  readonly min?: number
  readonly words?: SelectionLabels
  /** GRID-2: deeper levels are cut off. */
  readonly deepest?: number | undefined
  readonly linked?: LinkedNodes<N>
  /** A sentence to know before one confirms. */
  readonly notice?: string | null
  /** Saves what was confirmed, before it is handed over. */
  readonly save?: ((nodes: readonly N[]) => Promise<unknown>) | undefined
  readonly onSaving?: ((isSaving: boolean) => void) | undefined
  /** Null: closed without a choice. */
  readonly onDone: (nodes: readonly N[] | null) => void
}

/**
 * A tree in one answer: grids, menus, modules, layers. The last one is shown while a newer one is loading, and also if
 * that fails.
 */
export function WholeTreePicker<N>(props: WholeTreePickerProps<N>) {
  const { name, answer, nodes, shape, options, min, words, deepest, linked, save, onDone } = props
  const [query, setQuery] = useState("")
  const [isSaving, setSaving] = useState(false)
  const rules = useMemo(
    () =>
      selectionRules(options, {
        max: pickers[name].max,
        ...(min !== undefined && { min }),
        ...(words && { words }),
      }),
    [options, name, min, words],
  )
  const { required, disabled } = rules
  const { planted, filter } = usePlantedTree({ nodes, shape, required, disabled, deepest, query })

  const find = useCallback(
    (key: string) => {
      const node = planted?.nodes.get(key)
      if (!planted || node === undefined) return undefined
      const { forest } = planted
      const depth = forest.depthOf(forest.indexOf(key))
      const hint = shape.pathOf?.(node) ?? formatPath(forest, key)
      return { key, label: shape.labelOf(node), hint, depth, node }
    },
    [planted, shape],
  )
  const selection = useStrictSelection<N>({ rules, options, find: planted ? find : null, linked })

  function tellSaving(is: boolean) {
    setSaving(is)
    props.onSaving?.(is)
  }

  async function confirm() {
    const confirmed = selection.confirmed()
    if (!confirmed) return
    if (save) {
      tellSaving(true)
      try {
        await save(confirmed)
      } catch (error) {
        const told = messageOf(error, pickerMessages.failed)
        if (told !== null) selection.refuse(told)
        return
      } finally {
        tellSaving(false)
      }
    }
    onDone(confirmed)
  }

  return (
    <TreePicker
      title={options.title ?? pickers[name].title}
      noun={props.noun}
      max={rules.max}
      selection={selection}
      tree={{
        forest: planted?.forest ?? null,
        error: nodes === undefined && !answer.isFetching ? answer.error : null,
        onRetry: () => void answer.refetch(),
        filter,
      }}
      query={query}
      onQuery={setQuery}
      startDepth={1}
      canUnfold
      notices={[...missingNotice(selection.missing), ...(props.notice ? [props.notice] : [])]}
      problem={selection.problem}
      isSaving={isSaving}
      onCancel={() => onDone(null)}
      onConfirm={() => void confirm()}
    />
  )
}
