import { drillCalls, drillLimits, executionTypes } from "@uc/contract/drills/calls"
import { Day } from "@uc/contract/core/wire"
import { z } from "zod"
import { nowMs } from "../../platform/browser/clock.ts"
import {
  filter,
  openItem,
  pageNumber,
  sorting,
  tick,
  urlFilters,
  view,
} from "../../page-kit/list/url-filters.ts"
import type { FilterField } from "../../page-kit/list/filter-bar.tsx"
import { yearAt } from "./drill-labels.ts"

/**
 * `standing`: how far everybody is; `ledger`: what was held; `due`: what the own organisation still has to hold, for
 * links from other pages.
 */
export const drillFilters = urlFilters({
  tab: view(z.enum(["live", "plans", "standing", "ledger", "due"]), "live"),
  /** Empty: the present year. */
  year: filter(z.string().regex(/^20[0-9]{2}$/)),
  orgname: filter(z.string().max(drillLimits.searched)),
  onlyDue: tick(),
  type: filter(z.enum(["drill", "emergency"])),
  day: filter(Day),
  page: pageNumber,
  sort: sorting<string>(drillCalls.ledger, drillCalls.held),
  /** DAY-5: the uuid of an alarm whose plan is to be started. */
  alarm: openItem(z.guid()),
})
export type DrillState = typeof drillFilters.usual

export function yearOf({ year }: DrillState): number {
  return year === "" ? yearAt(nowMs()) : Number(year)
}

const asked = (state: DrillState) => ({
  year: yearOf(state),
  ...(state.orgname.trim() !== "" && { orgname: state.orgname.trim() }),
})

export function standingInput(state: DrillState) {
  return { ...asked(state), ...(state.onlyDue && { onlyDue: 1 as const }) }
}

export function heldInput(state: DrillState) {
  const { day, type } = state
  // The server takes both: where no year was chosen, the day's own counts.
  const dayYear = Number(day.slice(0, 4))
  const isOfDay = state.year === "" && dayYear >= drillLimits.firstYear
  return {
    ...asked(state),
    ...(isOfDay && { year: dayYear }),
    ...(day !== "" && { day }),
    ...(type !== "" && { zxType: executionTypes[type] }),
  }
}

const yearsBack = 5

/** The filters of both lists of the ledger. */
export function ledgerFields(isOfMany: boolean): readonly (FilterField<DrillState> | false)[] {
  const thisYear = yearAt(nowMs())
  return [
    {
      choice: "year",
      label: "年份",
      choices: Array.from(
        { length: yearsBack },
        (_, back) => [back === 0 ? "" : String(thisYear - back), `${thisYear - back}年`] as const,
      ),
    },
    isOfMany && {
      search: "orgname",
      label: "单位",
      placeholder: "单位名称、拼音或首字母",
      maxLength: drillLimits.searched,
    },
  ]
}

/** Both are paged by number. */
export const ledgerPaging = {
  by: "number",
  key: "page",
  size: 20,
  totalOf: ({ total }: { readonly total: number }) => total,
} as const
