import type { InputOf } from "@uc/contract/core/call"
import { patrolLimits, patrolAdminCalls, VisitFilter } from "@uc/contract/patrols/admin-calls"
import { Cursor, Day, Id } from "@uc/contract/core/wire"
import { z } from "zod"
import { filter, openItem, pageAt, sorting, tick, urlFilters, view } from "../../page-kit/list/url-filters.ts"

export const patrolViews = {
  mine: "我的巡查",
  records: "巡查记录",
  statistics: "统计",
  plans: "计划",
  points: "点位",
} as const
type PatrolView = keyof typeof patrolViews

/** One address for all views: each ignores the others' parameters. */
export const patrolFilters = urlFilters({
  view: view(z.enum(Object.keys(patrolViews) as [PatrolView, ...PatrolView[]]), "mine"),
  state: filter(VisitFilter),
  from: filter(Day),
  to: filter(Day),
  search: filter(z.string().max(patrolLimits.searched)),
  orgid: filter(Id),
  withDisabled: tick(),
  before: pageAt(Cursor),
  sort: sorting(patrolAdminCalls.visits),
  /** The code that was scanned. */
  check: openItem(z.string().max(patrolLimits.code)),
})
export type PatrolState = typeof patrolFilters.usual

/** The input of the list and its export, without the page. Swapped days are put in order. */
export function inputOf(chosen: PatrolState): InputOf<typeof patrolAdminCalls.exportVisits> {
  const { state, search, orgid } = chosen
  const [from = "", to = ""] =
    chosen.from !== "" && chosen.to !== "" ? [chosen.from, chosen.to].toSorted() : [chosen.from, chosen.to]
  return {
    ...(state !== "" && { state }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(search.trim() !== "" && { search: search.trim() }),
    ...(orgid !== "" && { orgid }),
  }
}
