import { AlarmCursor, AlarmState, type alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import type { InputOf } from "@uc/contract/core/call"
import { Id } from "@uc/contract/core/wire"
import { z } from "zod"
import { periodBounds, periodParameters } from "../../page-kit/list/period-filter.ts"
import { filter, openItem, pageAt, sorting, tick, urlFilters } from "../../page-kit/list/url-filters.ts"

const text = z.string().max(64)

/** Which alarms are shown, and which one is open. */
export const alarmFilters = urlFilters({
  state: filter(z.enum([...AlarmState.options, "active", "all"]), "active"),
  /** The moment that the period is about: when it happened, or when it was closed. */
  by: filter(z.enum(["happened", "closed"]), "happened"),
  ...periodParameters("all"),
  type: filter(text),
  level: filter(text),
  org: filter(Id),
  escalated: tick(),
  mine: tick(),
  waiting: tick(),
  before: pageAt(AlarmCursor),
  after: pageAt(AlarmCursor),
  sort: sorting(alarmCalls.list),
  /** The uuid of the open one. */
  alarm: openItem(z.guid()),
})
export type AlarmFilterState = typeof alarmFilters.usual

/** Where a number of alarms leads: to the list of exactly those. */
export function alarmsAt(filters: Partial<AlarmFilterState>): string {
  return `/main/alarms?${alarmFilters.write({ ...alarmFilters.usual, state: "all", ...filters }).toString()}`
}

/** The input of the list and of the pulse, without the page. */
export function inputOf(chosen: AlarmFilterState): Omit<InputOf<typeof alarmAdminCalls.pulse>, "after"> {
  const { state, by, type, level, org, escalated, mine, waiting } = chosen
  const { starttime, endtime } = periodBounds(chosen)
  return {
    ...(starttime !== undefined && (by === "closed" ? { closedstart: starttime } : { starttime })),
    ...(endtime !== undefined && (by === "closed" ? { closedend: endtime } : { endtime })),
    ...(state !== "all" && { state }),
    ...(type && { model_code: type }),
    ...(level && { alarm_level_name: level }),
    ...(org && { orgid: org }),
    ...(escalated && { escalated: 1 as const }),
    ...(mine && { mine: 1 as const }),
    ...(waiting && { waiting: 1 as const }),
  }
}
