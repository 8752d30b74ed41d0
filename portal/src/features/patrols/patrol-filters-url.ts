import type { InputOf } from "@uc/contract/core/call"
import { patrolLimits, VisitFilter, type patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { Cursor, Day, Id } from "@uc/contract/core/wire"
import { z } from "zod"

export const patrolViews = {
  mine: "我的巡查",
  records: "巡查记录",
  statistics: "统计",
  plans: "计划",
  points: "点位",
} as const
export type PatrolView = keyof typeof patrolViews

/** What is shown; all of it stands in the address. */
export interface PatrolFilterState {
  readonly view: PatrolView
  readonly state: VisitFilter | ""
  readonly from: string
  readonly to: string
  readonly search: string
  readonly orgid: string
  readonly before: string
  /** The code that was scanned. */
  readonly check: string
}

export const noFilterState: PatrolFilterState = {
  view: "mine",
  state: "",
  from: "",
  to: "",
  search: "",
  orgid: "",
  before: "",
  check: "",
}

const shapes: Readonly<Record<keyof PatrolFilterState, z.ZodType<string>>> = {
  view: z.enum(Object.keys(patrolViews) as [PatrolView, ...PatrolView[]]),
  state: VisitFilter,
  from: Day,
  to: Day,
  search: z.string().max(patrolLimits.searched),
  orgid: Id,
  before: Cursor,
  check: z.string().max(64),
}

/** An address may be typed by anybody: what it says wrongly, it does not say. */
export function filtersFromUrl(address: URLSearchParams): PatrolFilterState {
  const said: Record<string, string> = {}
  for (const [key, shape] of Object.entries(shapes)) {
    const read = shape.safeParse(address.get(key))
    if (read.success) said[key] = read.data
  }
  return { ...noFilterState, ...(said as Partial<PatrolFilterState>) }
}

export function urlOf(place: PatrolFilterState): URLSearchParams {
  const address = new URLSearchParams()
  for (const [key, value] of Object.entries(place) as [keyof PatrolFilterState, string][])
    if (value !== noFilterState[key]) address.set(key, value)
  return address
}

/** What the list and its file are asked for, without the page. Days the wrong way round mean the days between. */
export function filtersOf(place: PatrolFilterState): InputOf<typeof patrolAdminCalls.exportVisits> {
  const { state, search, orgid } = place
  const [from, to] =
    place.from !== "" && place.to !== "" && place.from > place.to
      ? [place.to, place.from]
      : [place.from, place.to]
  return {
    ...(state !== "" && { state }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(search.trim() !== "" && { search: search.trim() }),
    ...(orgid !== "" && { orgid }),
  }
}
