import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { boundsOf, periods, type ChosenDays, type Period } from "../../ui/format/period.ts"
import { pageSize } from "./log-list.tsx"

interface Filters<Own> {
  readonly period: Period
  readonly chosen: ChosenDays
  readonly own: Own
  readonly page: number
}

/** What an address says, typed by anybody: a period that there is none of is not said. */
export function periodFrom(said: string | null): Period | undefined {
  return (Object.keys(periods) as Period[]).find((period) => period === said)
}

/**
 * The filters of one log; whatever changes, the list begins at its first page again. `said`: what it begins with, where somebody
 * comes from a number.
 */
export function useLogFilters<Own>(none: Own, said: { period?: Period | undefined; own?: Own } = {}) {
  const start: Filters<Own> = { period: "week", chosen: { from: "", to: "" }, own: none, page: 0 }
  const [filters, setFilters] = useState({
    ...start,
    period: said.period ?? start.period,
    own: said.own ?? none,
  })
  const { period, chosen, own, page } = filters
  const isUntouched = period === start.period && JSON.stringify(own) === JSON.stringify(none)
  return {
    own,
    page,
    onPage: (to: number) => setFilters({ ...filters, page: to }),
    onOwn: (changed: Own) => setFilters({ ...filters, own: changed, page: 0 }),
    /** What the list is asked for beside the own filters, and which page of it. */
    bounds: boundsOf(period, chosen, nowMs()),
    paging: { start: page * pageSize, limit: pageSize },
    /** What the boxes show and do. */
    boxes: {
      period,
      chosen,
      onPeriod: (to: Period) => setFilters({ ...filters, period: to, page: 0 }),
      onChosen: (to: ChosenDays) => setFilters({ ...filters, chosen: to, page: 0 }),
      onReset: isUntouched ? null : () => setFilters(start),
    },
  }
}
