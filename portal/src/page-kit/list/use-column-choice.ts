import { useState } from "react"
import { browserStorage, readJson } from "../../platform/session/storage.ts"
import type { Column } from "../../ui/data/data-table.tsx"

/** With fewer columns there is nothing to hide. */
const choosableFrom = 6

export interface ColumnChoiceState {
  readonly titles: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly onHide: (title: string, isHidden: boolean) => void
}

function readHidden(key: string): ReadonlySet<string> {
  const kept = readJson(browserStorage, key)
  return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [])
}

/** The shown columns of a list, remembered by the browser. The first column names the row and stays. */
export function useColumnChoice<Row>(what: string, columns: readonly Column<Row>[]) {
  const key = `columns:${what}`
  const [hidden, setHidden] = useState(() => readHidden(key))
  const titles = columns.length < choosableFrom ? [] : columns.slice(1).map(({ title }) => title)
  function onHide(title: string, isHidden: boolean) {
    const next = new Set([...hidden].filter((each) => each !== title))
    if (isHidden) next.add(title)
    setHidden(next)
    browserStorage.set(key, JSON.stringify([...next]))
  }
  const shown = columns.filter(({ title }) => !titles.includes(title) || !hidden.has(title))
  return { titles, hidden, onHide, shown }
}
