import { useEffect, useState } from "react"
import { people, type Person } from "./people.ts"

export interface Filters {
  readonly name: string
  readonly school: string
  readonly from: string
  readonly to: string
  readonly isActiveOnly: boolean
}

export interface Draft {
  readonly name: string
  readonly school: string
  readonly day: string
  readonly isActive: boolean
}

/** What the benchmark reads instead of the screen, so that the same question fits every variant. */
export interface PageState {
  readonly filters: Filters
  readonly picked: readonly string[]
  readonly saved: readonly Draft[]
}

declare global {
  interface Window {
    benchState?: PageState
  }
}

export const emptyDraft: Draft = { name: "", school: "", day: "", isActive: true }
const noFilters: Filters = { name: "", school: "", from: "", to: "", isActiveOnly: false }

export function usePageState() {
  const [filters, setFilters] = useState(noFilters)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [saved, setSaved] = useState<readonly Draft[]>([])
  useEffect(() => {
    window.benchState = { filters, picked, saved }
  }, [filters, picked, saved])
  return {
    filters,
    rows: people.filter((person) => isWanted(person, filters)),
    change: (some: Partial<Filters>) => setFilters((before) => ({ ...before, ...some })),
    pick: (action: string) => setPicked((before) => [...before, action]),
    save: (draft: Draft) => setSaved((before) => [...before, draft]),
  }
}

function isWanted({ name, school, day, isActive }: Person, filters: Filters): boolean {
  return (
    name.includes(filters.name) &&
    (filters.school === "" || school === filters.school) &&
    (filters.from === "" || day >= filters.from) &&
    (filters.to === "" || day <= filters.to) &&
    (isActive || !filters.isActiveOnly)
  )
}
