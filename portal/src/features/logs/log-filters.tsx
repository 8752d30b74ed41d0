import type { ReactNode } from "react"
import { DayFilter } from "../../ui/forms/day-filter.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { periods, type ChosenDays, type Period } from "../../ui/format/period.ts"
import css from "./logs.module.css"

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
        <>
          <DayFilter label="从" value={chosen.from} onChange={(from) => onChosen({ ...chosen, from })} />
          <DayFilter label="到" value={chosen.to} onChange={(to) => onChosen({ ...chosen, to })} />
        </>
      )}
      {onReset && <Button onClick={onReset}>重置</Button>}
      <span className={css.acts}>{acts}</span>
    </div>
  )
}
