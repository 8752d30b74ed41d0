import type { BuildingNode } from "@uc/contract/buildings/calls"
import type { PickerOptions } from "@uc/contract/pickers/pickers"
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react"
import { childrenWanted } from "./building-click.ts"
import { coverageOf, isBarred } from "./building-coverage.ts"
import type { BuildingSelection } from "./building-list.ts"
import {
  buildingSelectionOf,
  reduceBuildingSelection,
  type BuildingSelectionEvent,
} from "./building-selection.ts"
import type { LazySource } from "../tree/lazy-source.ts"
import { usePickerProblem } from "../picker-problem.ts"
import { keysAtStart, selectionProblem, type SelectionRules } from "../selection.ts"
import { TreePicker } from "../tree/tree-picker.tsx"
import type { TreeSelection } from "../tree/tree-selection.ts"
import { useLazySearch } from "../tree/use-lazy-search.ts"
import { useLazyTree, type LazyTreeNotice } from "../tree/use-lazy-tree.ts"
import { missingNotice } from "../tree/use-strict-selection.ts"
import type { PickedNoun } from "../nothing-to-choose.tsx"

interface LinkedBuildingPickerProps {
  readonly title: string
  readonly noun: PickedNoun
  readonly source: LazySource<BuildingNode>
  readonly scope: readonly unknown[]
  readonly rules: SelectionRules
  readonly options: PickerOptions<"building">
  readonly searchLength: number
  /** Null: closed without a choice. */
  readonly onDone: (nodes: readonly BuildingNode[] | null) => void
}

type Event = BuildingSelectionEvent | { readonly type: "started"; readonly selection: BuildingSelection }

function reduce(selection: BuildingSelection | null, event: Event): BuildingSelection | null {
  if (event.type === "started") return event.selection
  return selection && reduceBuildingSelection(selection, event)
}

const barred = "其中有不可选择的内容，请展开后逐项选择"

/** BUILD-2: choosing a parent chooses everything below it. */
export function LinkedBuildingPicker(props: LinkedBuildingPickerProps) {
  const { source, scope, rules, options, onDone } = props
  const [query, setQuery] = useState("")
  const [selection, dispatch] = useReducer(reduce, null)
  const { problem, refuse, settle } = usePickerProblem()
  const waited = useRef(new Set<string>())

  const { defaults, required, disabled } = options
  const ids = useMemo(
    () => [...keysAtStart({ defaults, required }), ...(disabled ?? [])],
    [defaults, required, disabled],
  )
  const isFixed = useCallback(
    (key: string, above: readonly string[]) =>
      rules.disabled.has(key) || [key, ...above].some((one) => rules.required.has(one)),
    [rules],
  )
  const onEvent = useCallback(
    (news: LazyTreeNotice<BuildingNode>) => {
      if (news.type === "started") {
        const start = buildingSelectionOf({ places: news.met, defaults, required, disabled })
        dispatch({ type: "started", selection: start })
        dispatch({ type: "arrived", parent: null, places: news.top })
      } else if (news.type === "arrived") {
        dispatch({ type: "arrived", parent: news.key, places: news.nodes })
      } else {
        dispatch({ type: "failed", parent: news.key })
        // The tree shows it at the opened row; here a click waited for it.
        if (waited.current.delete(news.key)) refuse(news.sentence)
      }
    },
    [defaults, required, disabled, refuse],
  )
  const loaded = useLazyTree({ source, ids, isFixed, onEvent })
  const search = useLazySearch({ source, scope, query, loaded, isFixed })

  const wanted = useMemo(() => (selection ? childrenWanted(selection) : []), [selection])
  const { open } = loaded
  useEffect(() => {
    waited.current = new Set(wanted)
    for (const key of wanted) open(key)
  }, [wanted, open])

  const coverage = useMemo(() => (selection ? coverageOf(selection) : null), [selection])
  const { find, pathOf } = search
  const nodes = useMemo(
    () => (selection?.listed ?? []).flatMap(({ id }) => find(id) ?? []),
    [selection, find],
  )
  const chosen = useMemo(
    () =>
      nodes.map((node) => {
        const { id, buildingname } = node
        return { key: id, label: buildingname, hint: pathOf(node), isRequired: rules.required.has(id) }
      }),
    [nodes, pathOf, rules],
  )

  function toggle(key: string) {
    const node = find(key)
    if (!selection || !coverage || !node) return
    settle()
    if (coverage.of(node) !== "checked" && isBarred(selection, key)) return refuse(barred)
    dispatch({ type: "met", places: search.keep(key) })
    dispatch({ type: "clicked", id: key })
  }

  const choice: TreeSelection = {
    chosen,
    marksOf: (forest) => ({
      of: (index) => {
        const node = find(forest.itemAt(index).key)
        return (node && coverage?.of(node)) ?? "unchecked"
      },
    }),
    toggle,
    remove: toggle,
    clear: () => {
      settle()
      dispatch({ type: "cleared" })
    },
  }

  return (
    <TreePicker
      title={props.title}
      noun={props.noun}
      max={rules.max}
      selection={choice}
      tree={search.tree}
      found={search.found}
      query={query}
      onQuery={setQuery}
      searchLength={props.searchLength}
      notices={missingNotice(selection?.gone.length ?? 0)}
      problem={problem}
      isBusy={wanted.length > 0}
      onCancel={() => onDone(null)}
      onConfirm={() => {
        if (!selection) return
        const sentence = selectionProblem(nodes.length, rules)
        if (sentence === null) onDone(nodes)
        else refuse(sentence)
      }}
    />
  )
}
