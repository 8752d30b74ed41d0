import { AlarmCursor, AlarmState, type alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import type { InputOf } from "@uc/contract/core/call"
import { Day, Id } from "@uc/contract/core/wire"
import { z } from "zod"
import { boundsOf, periods, type Period } from "../../ui/format/period.ts"

/** Which alarms are shown, and which one is open: all of it stands in the address. */
export interface AlarmFilterState {
  readonly state: AlarmState | "active" | "all"
  /** Which moment the period is about: when it happened, or when it was over. */
  readonly by: "happened" | "closed"
  readonly period: Period
  readonly from: string
  readonly to: string
  readonly type: string
  readonly level: string
  readonly org: string
  readonly escalated: boolean
  readonly mine: boolean
  readonly waiting: boolean
  readonly before: string
  readonly after: string
  /** The uuid of the one that is open. */
  readonly alarm: string
}

export const noFilterState: AlarmFilterState = {
  state: "active",
  by: "happened",
  period: "all",
  from: "",
  to: "",
  type: "",
  level: "",
  org: "",
  escalated: false,
  mine: false,
  waiting: false,
  before: "",
  after: "",
  alarm: "",
}

const text = z.string().max(64)
const shapes = {
  state: z.enum([...AlarmState.options, "active", "all"]),
  by: z.enum(["happened", "closed"]),
  period: z.enum(Object.keys(periods) as [Period, ...Period[]]),
  from: Day,
  to: Day,
  type: text,
  level: text,
  org: Id,
  before: AlarmCursor,
  after: AlarmCursor,
  alarm: z.guid(),
} as const

/** An address may be typed by anybody: what it says wrongly, it does not say. */
export function filtersFromUrl(address: URLSearchParams): AlarmFilterState {
  const said: Record<string, string> = {}
  for (const [key, shape] of Object.entries(shapes)) {
    const read = shape.safeParse(address.get(key))
    if (read.success) said[key] = read.data
  }
  return {
    ...noFilterState,
    ...(said as Partial<AlarmFilterState>),
    escalated: address.get("escalated") === "1",
    mine: address.get("mine") === "1",
    waiting: address.get("waiting") === "1",
  }
}

export function urlOf(place: AlarmFilterState): URLSearchParams {
  const address = new URLSearchParams()
  for (const [key, value] of Object.entries(place) as [keyof AlarmFilterState, string | boolean][])
    if (value !== noFilterState[key]) address.set(key, value === true ? "1" : String(value))
  return address
}

/** Whatever is filtered for, the list begins at its newest. */
export function filtered(place: AlarmFilterState, change: Partial<AlarmFilterState>): AlarmFilterState {
  return { ...place, before: "", after: "", ...change }
}

export function isFiltered(place: AlarmFilterState): boolean {
  const { before: _before, after: _after, alarm: _alarm, ...filters } = place
  return Object.entries(filters).some(
    ([key, value]) => value !== noFilterState[key as keyof AlarmFilterState],
  )
}

/** What the list and the pulse are asked for, without the page. */
export function filtersOf(
  place: AlarmFilterState,
  nowMs: number,
): Omit<InputOf<typeof alarmAdminCalls.pulse>, "after"> {
  const { state, by, period, from, to, type, level, org, escalated, mine, waiting } = place
  const { starttime, endtime } = boundsOf(period, { from, to }, nowMs)
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
