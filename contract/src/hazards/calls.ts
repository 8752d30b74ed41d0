import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { Attachment } from "../attachments/calls.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { Count, Day, Id, IdList, Moment, page, paging, text, ZeroOne } from "../core/wire.ts"
import { hazardLimits, hazardMessages } from "./messages.ts"
import { HazardAction, HazardDeed, HazardState } from "./steps.ts"

export const hazardLevels = { general: "一般隐患", major: "重大隐患" } as const
export type HazardLevel = keyof typeof hazardLevels
export const HazardLevel = z.enum(Object.keys(hazardLevels) as [HazardLevel, ...HazardLevel[]])

/** What it was found by. */
export const hazardSources = { report: "人员上报", patrol: "安全巡查", alarm: "预警" } as const
export type HazardSource = keyof typeof hazardSources
export const HazardSource = z.enum(Object.keys(hazardSources) as [HazardSource, ...HazardSource[]])

export const Hazard = z.object({
  id: Id,
  title: z.string(),
  place: z.string(),
  level: HazardLevel,
  source: HazardSource,
  state: HazardState,
  orgid: Id,
  orgname: z.string(),
  reporter: z.string(),
  reportedAt: Moment,
  assignee: z.string().nullable(),
  /** The last day for rectifying it. */
  deadline: Day.nullable(),
  /** The deadline has passed, and it is not rectified. */
  isOverdue: z.boolean(),
  escalatedAt: Moment.nullable(),
  closedAt: Moment.nullable(),
})
export type Hazard = z.infer<typeof Hazard>

const HazardEvent = z.object({
  id: Id,
  at: Moment,
  deed: HazardDeed,
  /** Null: nobody, it happened by itself. */
  who: z.string().nullable(),
  orgname: z.string().nullable(),
  /** Who was given it, or which bureau it was escalated to. */
  whom: z.string().nullable(),
  deadline: Day.nullable(),
  note: z.string().nullable(),
  photos: z.array(Attachment),
})
export type HazardEvent = z.infer<typeof HazardEvent>

export const HazardDetail = Hazard.extend({
  description: z.string(),
  reporterOrg: z.string(),
  /** What of: the patrol's point, the alarm's type. */
  sourceName: z.string().nullable(),
  /** The alarm's uuid, where it was one. */
  alarm: z.string().nullable(),
  assigneeId: Id.nullable(),
  version: Count,
  /** The oldest first. */
  history: z.array(HazardEvent),
  /** What the viewer may do to it. */
  can: z.array(HazardAction),
  /** The viewer has rectified it, so another must review it. */
  isOwnWork: z.boolean(),
})
export type HazardDetail = z.infer<typeof HazardDetail>

export const hazardFilters = {
  /** `active`: all that are neither closed nor rejected. */
  state: z.enum([...HazardState.options, "active"]).optional(),
  level: HazardLevel.optional(),
  source: HazardSource.optional(),
  overdue: ZeroOne.optional(),
  /** Only escalated ones: for a bureau those to itself, for a school all of its own. */
  escalated: ZeroOne.optional(),
  /** Only those that wait for the viewer. */
  waiting: ZeroOne.optional(),
  /** Only what the viewer has reported. */
  mine: ZeroOne.optional(),
  orgid: Id.optional(),
  /** Days on which they were reported. */
  from: Day.optional(),
  to: Day.optional(),
  /** A part of the title or of the place. */
  search: text(hazardLimits.searched).optional(),
}

/** DAY-13 */
export const hazardSorting = sortedBy(
  "title",
  "level",
  "orgname",
  "state",
  "assignee",
  "deadline",
  "reportedAt",
)

const total = z.int().min(0)

/** How many there are of the filters, by state. */
export const HazardStatistics = z.object({
  total,
  reported: total,
  assigned: total,
  rectified: total,
  closed: total,
  rejected: total,
  overdue: total,
  escalated: total,
  /** What waits for the viewer. */
  waiting: total,
  /** Most overdue first. */
  organisations: z.array(
    z.object({
      id: Id,
      name: z.string(),
      total,
      active: total,
      overdue: total,
      closed: total,
      rejected: total,
    }),
  ),
  /** There are more organisations than these. */
  isCut: z.boolean(),
})
export type HazardStatistics = z.infer<typeof HazardStatistics>

/** In percent of what was no mistake; never rounded up: a hundred is all of them. Null: there was none. */
export function closingRate({
  total: all,
  closed,
  rejected,
}: Pick<HazardStatistics, "total" | "closed" | "rejected">): number | null {
  const real = all - rejected
  return real === 0 ? null : Math.floor((closed / real) * 100)
}

const path = "/hazard/v1"
const get = { service: "vms", method: "GET" } as const
const post = { service: "vms", method: "POST", writes: true, sensitive: false, encoding: "form" } as const
/** Everybody reports; who holds the permission assigns and reviews. */
const managed = { permission: null, more: "hazards.manage" } as const

const note = text(hazardLimits.note).trim()
const photos = IdList.default("")
const source = { visitId: Id.optional(), alarm: z.guid().max(36).optional() }

/** `version`: what the person saw; of two at the same time the second is refused. */
function act<S extends z.ZodRawShape>(address: `/${string}`, input: S) {
  return call({
    ...post,
    path: address,
    ...managed,
    input: z.object({ id: Id, version: Count, ...input }),
    output: HazardDetail,
  })
}

export const hazardCalls = {
  /** Unless sorted: overdue ones first, then what is to be done, the newest first. */
  list: call({
    ...get,
    path: `${path}/getHazards`,
    ...managed,
    input: z.object({ ...hazardFilters, ...hazardSorting, ...paging }),
    output: page(Hazard),
  }),
  statistics: call({
    ...get,
    path: `${path}/getStatistics`,
    mayLag: true,
    ...managed,
    input: z.object(hazardFilters),
    output: HazardStatistics,
  }),
  /** The ledger, with what is counted by organisation as its second sheet. */
  exportList: call({
    ...exporting,
    service: "vms",
    path: `${path}/exportHazards`,
    ...managed,
    input: z.object({ ...hazardFilters, ...hazardSorting }),
  }),
  detail: call({
    ...get,
    path: `${path}/getHazard`,
    ...managed,
    input: z.object({ id: Id }),
    output: HazardDetail,
  }),
  /** What has become of a patrol's finding or an alarm, and whether the viewer may report it. */
  ofSource: call({
    ...get,
    path: `${path}/getHazardOfSource`,
    ...managed,
    input: z.object(source),
    output: z.object({
      hazard: Hazard.pick({ id: true, state: true }).nullable(),
      mayReport: z.boolean(),
    }),
  }),
  /** Of the own organisation, or of one whose hazards the viewer manages. A finding or an alarm is reported once. */
  report: call({
    ...post,
    path: `${path}/report`,
    ...managed,
    input: z.object({
      orgid: Id.optional(),
      ...source,
      title: shownText(hazardLimits.title, hazardMessages.titleMissing),
      place: shownText(hazardLimits.place, hazardMessages.placeMissing),
      description: text(hazardLimits.description).trim().default(""),
      level: HazardLevel.default("general"),
      photos,
    }),
    output: HazardDetail,
  }),
  /** Also to another person, with another deadline, as long as it is not rectified. */
  assign: act(`${path}/assign`, {
    personid: Id,
    deadline: Day,
    level: HazardLevel.optional(),
    note: note.optional(),
  }),
  reject: act(`${path}/reject`, { note: note.min(1, hazardMessages.reasonMissing) }),
  rectify: act(`${path}/rectify`, { note: note.min(1, hazardMessages.noteMissing), photos }),
  close: act(`${path}/close`, { note: note.optional(), photos }),
  /** With another deadline, or with the earlier one where that has not passed. */
  sendBack: act(`${path}/sendBack`, {
    note: note.min(1, hazardMessages.reasonMissing),
    deadline: Day.optional(),
  }),
  urge: act(`${path}/urge`, { note: note.min(1, hazardMessages.urgeMissing) }),
}
