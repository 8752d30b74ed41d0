import { useEffect, useState } from "react"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { useUser } from "../../platform/session/session.ts"
import { browserStorage, readJson, storageKey } from "../../platform/session/storage.ts"
import type { Column } from "../../ui/data/data-table.tsx"

/** With fewer columns there is nothing to hide. */
const choosableFrom = 3

export interface ColumnChoiceState {
  readonly titles: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly onHide: (title: string, isHidden: boolean) => void
}

function readHidden(key: string): ReadonlySet<string> {
  const kept = readJson(browserStorage, key)
  return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [])
}

/**
 * Which columns of a list are shown is remembered by the browser, for each person. The first says what a row is, and stays. On a phone rows are
 * cards: there is no choice, and nothing is hidden.
 */
export function useColumnChoice<Row>(what: string, columns: readonly Column<Row>[]) {
  const key = `columns:${useUser()?.id ?? ""}:${what}`
  const isPhone = usePhone()
  const [hidden, setHidden] = useState(() => readHidden(key))
  const [seen, setSeen] = useState(key)
  if (seen !== key) {
    setSeen(key)
    setHidden(readHidden(key))
  }
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      // Null: everything was cleared.
      if (event.key === null || event.key === storageKey(key)) setHidden(readHidden(key))
    }
    window.addEventListener("storage", follow)
    return () => window.removeEventListener("storage", follow)
  }, [key])
  const titles = isPhone || columns.length < choosableFrom ? [] : columns.slice(1).map(({ title }) => title)
  function onHide(title: string, isHidden: boolean) {
    // Read again: another tab may have chosen since.
    const next = new Set([...readHidden(key)].filter((each) => each !== title))
    if (isHidden) next.add(title)
    setHidden(next)
    browserStorage.set(key, JSON.stringify([...next]))
  }
  const shown = columns.filter(({ title }) => !titles.includes(title) || !hidden.has(title))
  return { titles, hidden, onHide, shown }
}
