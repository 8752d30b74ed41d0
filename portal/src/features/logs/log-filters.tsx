import { lazy, Suspense, type ReactNode } from "react"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { periods, type ChosenDays, type Period } from "../../ui/format/period.ts"
import css from "./logs.module.css"
import { loadChunk } from "../../platform/http/load-chunk.ts"

/** Its calendar comes from the component library and is fetched when somebody wants to pick days. */
const ChosenDaysFields = lazy(() => loadChunk(() => import("./chosen-days-fields.tsx")))

const choices = Object.entries(periods) as [Period, string][]

interface LogFiltersProps {
  readonly period: Period
  readonly chosen: ChosenDays
  readonly onPeriod: (period: Period) => void
  readonly onChosen: (chosen: ChosenDays) => void
  /** Null while nothing is filtered. */
  readonly onReset: (() => void) | null
  /** The filters that only one of the logs has. */
  readonly children: ReactNode
  /** What is done with the list, behind all filters. */
  readonly acts: ReactNode
}

export function LogFilters({ period, chosen, onPeriod, onChosen, onReset, children, acts }: LogFiltersProps) {
  return (
    <div className={css.filters} role="search" aria-label="筛选">
      {children}
      <ChoiceFilter label="时间" value={period} choices={choices} onChange={onPeriod} />
      {period === "chosen" && (
        <Suspense fallback={null}>
          <ChosenDaysFields chosen={chosen} onChosen={onChosen} />
        </Suspense>
      )}
      {onReset && <Button onClick={onReset}>重置</Button>}
      <span className={css.acts}>{acts}</span>
    </div>
  )
}
