import type { Forest } from "../../../ui/tree/forest.ts"
import type { Marks } from "../../../ui/tree/marks.ts"
import type { ChosenEntry } from "../chosen-list.tsx"

/** What a picker's tree needs to know of the choice, strict or linked, lazy or whole. */
export interface TreeSelection {
  readonly chosen: readonly ChosenEntry[]
  /** Null: one is chosen by a click, without checkboxes (GRID-2). */
  readonly marksOf: ((forest: Forest) => Marks) | null
  readonly toggle: (key: string) => void
  readonly remove: (key: string) => void
  readonly clear: () => void
}
