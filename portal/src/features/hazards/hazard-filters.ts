import type { InputOf } from "@uc/contract/core/call"
import { Day, Id } from "@uc/contract/core/wire"
import { HazardLevel, HazardSource, hazardCalls } from "@uc/contract/hazards/calls"
import { hazardLimits, hazardPlace } from "@uc/contract/hazards/messages"
import { HazardState } from "@uc/contract/hazards/steps"
import { z } from "zod"
import {
  filter,
  openItem,
  pageNumber,
  sorting,
  tick,
  urlFilters,
  view,
} from "../../page-kit/list/url-filters.ts"

export const hazardViews = { ledger: "隐患台账", statistics: "统计" } as const
type HazardView = keyof typeof hazardViews

/** Which hazards are shown, and which one is open. */
export const hazardFilters = urlFilters({
  view: view(z.enum(Object.keys(hazardViews) as [HazardView, ...HazardView[]]), "ledger"),
  state: filter(z.enum([...HazardState.options, "active", "all"]), "active"),
  level: filter(HazardLevel),
  source: filter(HazardSource),
  orgid: filter(Id),
  overdue: tick(),
  escalated: tick(),
  waiting: tick(),
  mine: tick(),
  from: filter(Day),
  to: filter(Day),
  search: filter(z.string().max(hazardLimits.searched)),
  page: pageNumber,
  sort: sorting(hazardCalls.list),
  hazard: openItem(Id),
})
export type HazardFilterState = typeof hazardFilters.usual

/** Where a number of hazards leads: to the list of exactly those. */
export function hazardsAt(filters: Partial<HazardFilterState>): string {
  const state = { ...hazardFilters.usual, state: "all" as const, ...filters }
  return `${hazardPlace}?${hazardFilters.write(state).toString()}`
}

/** The input of the list, its numbers and its export, without the page. Swapped days are put in order. */
export function inputOf(chosen: HazardFilterState): InputOf<typeof hazardCalls.exportList> {
  const { state, level, source, orgid, overdue, escalated, waiting, mine } = chosen
  const isSwapped = chosen.from !== "" && chosen.to !== "" && chosen.from > chosen.to
  const [from, to] = isSwapped ? [chosen.to, chosen.from] : [chosen.from, chosen.to]
  const search = chosen.search.trim()
  return {
    ...(state !== "all" && { state }),
    ...(level !== "" && { level }),
    ...(source !== "" && { source }),
    ...(orgid !== "" && { orgid }),
    ...(overdue && { overdue: 1 as const }),
    ...(escalated && { escalated: 1 as const }),
    ...(waiting && { waiting: 1 as const }),
    ...(mine && { mine: 1 as const }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(search !== "" && { search }),
  }
}
