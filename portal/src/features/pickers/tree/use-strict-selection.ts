import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useMemo, useState } from "react"
import type { Forest } from "../../../ui/tree/forest.ts"
import { strictMarks, type Marks } from "../../../ui/tree/marks.ts"
import type { ChosenEntry } from "../chosen-list.tsx"
import { usePickerProblem } from "../picker-problem.ts"
import {
  afterToggle,
  cleared,
  keysAtStart,
  selectionProblem,
  type Choice,
  type SelectionRules,
} from "../selection.ts"
import type { TreeSelection } from "./tree-selection.ts"

/** A node as the list on the right shows it. */
export interface Choosable<N> {
  readonly key: string
  readonly label: string
  readonly hint: string
  /** 0 on top. */
  readonly depth: number
  readonly node: N
}

interface StrictSelectionSetting<N> {
  readonly rules: SelectionRules
  readonly options: Parameters<typeof keysAtStart>[0]
  /** Null while nothing is loaded; a key that it does not have no longer exists. */
  readonly find: ((key: string) => Choosable<N> | undefined) | null
  /** Where a node may stand for others and not for itself. */
  readonly linked?: LinkedNodes<N> | undefined
}

export interface LinkedNodes<N> {
  /** It can be chosen itself. */
  readonly isEntry: (node: N) => boolean
  /** What a click on a node makes of the chosen keys. */
  readonly afterClick: (keys: readonly string[], node: N, rules: SelectionRules) => Choice
  readonly marksOf: (forest: Forest, chosen: ReadonlySet<string>) => Marks
}

export interface StrictSelection<N> extends TreeSelection {
  readonly nodes: readonly N[]
  /** How many chosen ones no longer exist (BUILD-3, GRID-3). */
  readonly missing: number
  readonly problem: string | null
  readonly refuse: (sentence: string) => void
  /** The nodes if they may be confirmed; else null, and a message is shown. */
  readonly confirmed: () => readonly N[] | null
}

/** Parents and children are independent. Only keys are stored, so no search, reload or closed branch loses a choice. */
export function useStrictSelection<N>({
  rules,
  options,
  find,
  linked,
}: StrictSelectionSetting<N>): StrictSelection<N> {
  const [keys, setKeys] = useState(() => keysAtStart(options))
  const { problem, refuse, settle } = usePickerProblem()
  const found = useMemo(
    () => keys.flatMap((key) => find?.(key) ?? []).filter(({ node }) => linked?.isEntry(node) ?? true),
    [keys, find, linked],
  )
  const present = useMemo(() => found.map(({ key }) => key), [found])
  const chosen = useMemo(
    () =>
      found.map(({ key, label, hint }): ChosenEntry => {
        return { key, label, hint, isRequired: rules.required.has(key) }
      }),
    [found, rules],
  )
  const marksOf = useMemo(() => {
    if (rules.max === 1) return null
    const set = new Set(present)
    const marks = linked?.marksOf ?? strictMarks
    return (forest: Forest) => marks(forest, set)
  }, [rules, present, linked])

  function change(next: readonly string[]) {
    // Missing ones are remembered, so that their number is still shown.
    const gone = keys.filter((key) => !present.includes(key))
    setKeys([...gone, ...next])
    settle()
  }

  return {
    chosen,
    marksOf,
    nodes: found.map(({ node }) => node),
    missing: find === null ? 0 : keys.length - present.length,
    problem,
    refuse,
    toggle: (key) => {
      const one = find?.(key)
      if (!one) return
      const choice = linked ? linked.afterClick(present, one.node, rules) : afterToggle(present, one, rules)
      if ("refused" in choice) refuse(choice.refused)
      else change(choice.keys)
    },
    remove: (key) => change(present.filter((other) => other !== key || rules.required.has(other))),
    clear: () => change(cleared(present, rules)),
    confirmed: () => {
      if (find === null) return null
      const sentence = selectionProblem(found.length, rules)
      if (sentence === null) return found.map(({ node }) => node)
      refuse(sentence)
      return null
    },
  }
}

/** The sentence about what was chosen and no longer exists. */
export function missingNotice(count: number): readonly string[] {
  return count === 0 ? [] : [pickerMessages.building.missingDefaults(count)]
}
