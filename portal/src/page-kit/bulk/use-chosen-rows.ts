import { useState } from "react"
import type { Selection } from "../../ui/data/data-table.tsx"

interface ChosenRows<Row> {
  readonly selection: Selection<Row>
  /** Those of the page that is shown: what has left it is not acted on unseen. */
  readonly chosenOf: (rows: readonly Row[]) => readonly Row[]
  readonly onNone: () => void
}

interface Chosen<Row> {
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly isSelectable?: (row: Row) => boolean
  readonly allWords?: string
}

/** DAY-13: the rows of a list that are ticked. */
export function useChosenRows<Row>({ keyOf, ...words }: Chosen<Row>): ChosenRows<Row> {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  return {
    selection: {
      ...words,
      chosen: ticked,
      onChoose(keys, isOn) {
        const others = [...ticked].filter((key) => !keys.includes(key))
        setTicked(new Set(isOn ? [...others, ...keys] : others))
      },
    },
    chosenOf: (rows) => rows.filter((row) => ticked.has(keyOf(row))),
    onNone: () => setTicked(new Set()),
  }
}
