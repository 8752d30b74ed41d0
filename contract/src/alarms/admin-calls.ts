import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { administers, type Admintype } from "../account/calls.ts"
import { Count, Id, Moment, PageSize, text, ZeroOne } from "../core/wire.ts"

/** WORK-4: where an alarm stands, with the word that is shown. */
export const alarmStates = {
  open: "待确认",
  acknowledged: "已确认",
  handling: "处置中",
  closed: "已办结",
  false: "误报",
} as const
export type AlarmState = keyof typeof alarmStates
export const AlarmState = z.enum(Object.keys(alarmStates) as [AlarmState, ...AlarmState[]])

/** Those that somebody still has to do something about. */
export const activeStates = ["open", "acknowledged", "handling"] as const satisfies readonly AlarmState[]

/** What somebody may do, with the word of its button. */
export const alarmActions = {
  acknowledge: "确认",
  assign: "指派",
  handle: "处置",
  close: "办结",
  dismiss: "误报",
} as const
export type AlarmAction = keyof typeof alarmActions
export const AlarmAction = z.enum(Object.keys(alarmActions) as [AlarmAction, ...AlarmAction[]])

/** What the history shows. Nobody does `escalated`: it happens because nobody did anything. */
export const alarmDeeds = {
  acknowledged: "确认了预警",
  assigned: "指派了负责人",
  handling: "记录了处置情况",
  closed: "办结了预警",
  false: "标记为误报",
  escalated: "超时未处理，已上报",
} as const
export type AlarmDeed = keyof typeof alarmDeeds

interface Step {
  readonly from: readonly AlarmState[]
  /** Where it stands afterwards; null: where it stood. */
  readonly to: AlarmState | null
  /** `responsible`: who has taken it, who administers its organisation, and the bureau that it was escalated to. */
  readonly by: "anyone" | "responsible"
  readonly needsNote: boolean
  readonly deed: Exclude<AlarmDeed, "escalated">
}

/** The whole machine. An alarm that is over stays over: a new one comes with a new uuid. */
export const alarmSteps: Readonly<Record<AlarmAction, Step>> = {
  acknowledge: {
    from: ["open"],
    to: "acknowledged",
    by: "anyone",
    needsNote: false,
    deed: "acknowledged",
  },
  assign: { from: activeStates, to: null, by: "responsible", needsNote: false, deed: "assigned" },
  handle: {
    from: ["acknowledged", "handling"],
    to: "handling",
    by: "responsible",
    needsNote: true,
    deed: "handling",
  },
  close: {
    from: ["acknowledged", "handling"],
    to: "closed",
    by: "responsible",
    needsNote: true,
    deed: "closed",
  },
  dismiss: { from: activeStates, to: "false", by: "responsible", needsNote: true, deed: "false" },
}

export interface AlarmFacts {
  readonly orgid: Id
  readonly state: AlarmState
  readonly takenBy: Id | null
  /** The bureau that it was escalated to. */
  readonly escalatedTo: Id | null
}

export interface AlarmActor {
  readonly id: Id
  readonly orgid: Id
  readonly admintype: Admintype
  readonly isParent: boolean
}

/** Why somebody who reaches the alarm may not do this to it now; null: they may. */
export function obstacleTo(
  action: AlarmAction,
  alarm: AlarmFacts,
  actor: AlarmActor,
): "state" | "person" | null {
  const { from, by } = alarmSteps[action]
  if (actor.isParent) return "person"
  if (!from.includes(alarm.state)) return "state"
  const isResponsible =
    alarm.takenBy === actor.id || alarm.escalatedTo === actor.orgid || administers(actor, alarm.orgid)
  return by === "anyone" || isResponsible ? null : "person"
}

export function actionsFor(alarm: AlarmFacts, actor: AlarmActor): AlarmAction[] {
  return AlarmAction.options.filter((action) => obstacleTo(action, alarm, actor) === null)
}

/** Whoever is given one that nobody had taken has taken it. */
export function stateAfter(action: AlarmAction, before: AlarmState): AlarmState {
  return alarmSteps[action].to ?? (before === "open" ? "acknowledged" : before)
}

export const alarmLimits = {
  note: 500,
  fresh: 99,
  organisations: 200,
} as const

export const alarmMessages = {
  notResponsible: "只有该预警的负责人或管理员可以进行此操作",
  noteMissing: "请填写处置说明",
  notAssignable: "该人员不能查看这条预警，请选择本单位或上级单位的在职人员",
  isAssigned: "该人员已经是这条预警的负责人",
} as const

export const alarmRings = {
  assigned: (who: string, school: string, type: string) => `${who}指派您处理预警：${school}，${type}`,
  escalated: (school: string, type: string) => `预警超时未处理，已上报到本单位：${school}，${type}`,
  escalatedMany: (total: number) => `${total}条预警超时未处理，已上报到本单位`,
} as const

/** Two at once: the second is told who was first. */
export function alreadyDoneMessage(first: { at: string; who: string; deed: AlarmDeed }): string {
  return `${first.who}已于${first.at.slice(5, 16)}${alarmDeeds[first.deed]}，请刷新后再操作`
}

export function notNowMessage(state: AlarmState): string {
  return `该预警${alarmStates[state]}，不能进行此操作`
}

/** Where a page of the list begins or ends: milliseconds and id. */
export const AlarmCursor = z
  .string()
  .max(34)
  .regex(/^[0-9]{1,15}-[0-9]{1,18}$/, "翻页位置不正确")
export type AlarmCursor = z.infer<typeof AlarmCursor>

export const alarmFilters = {
  starttime: Moment.optional(),
  endtime: Moment.optional(),
  /** By when they were over, closed or a false alarm, and not by when they happened. */
  closedstart: Moment.optional(),
  closedend: Moment.optional(),
  areaid: Id.optional(),
  orgid: Id.optional(),
  model_code: text(64).optional(),
  alarm_level_name: text(32).optional(),
  /** `active`: all that are not over. */
  state: z.enum([...AlarmState.options, "active"]).optional(),
  /** Only what was escalated: of a bureau to itself, of a school to whomever. */
  escalated: ZeroOne.optional(),
  /** Only what the viewer has taken. */
  mine: ZeroOne.optional(),
  /** Only what waits for the viewer: open ones of their organisation, what they have taken, what was escalated to it. */
  waiting: ZeroOne.optional(),
}

export const alarmPaging = {
  limit: PageSize.default(20),
  /** The page that follows this place, older; or the one before it, newer. */
  before: AlarmCursor.optional(),
  after: AlarmCursor.optional(),
}

/** An alarm with everything that a list shows of it. The texts are a source's and stay text. */
export const ListedAlarm = z.object({
  uuid: z.string(),
  createtime: Moment,
  model_code: z.string(),
  /** `unknownTypeName` where nobody has named the type yet, and whether somebody has. */
  model_name: z.string(),
  is_known_type: z.boolean(),
  orgid: Id,
  school_name: z.string(),
  level: z.int(),
  alarm_level_name: z.string(),
  state: AlarmState,
  address: z.string().nullable(),
  taken_by: z.string().nullable(),
  escalated_at: Moment.nullable(),
  /** It was escalated to the viewer's own organisation. */
  escalated_here: z.boolean(),
})
export type ListedAlarm = z.infer<typeof ListedAlarm>

export const AlarmPage = z.object({
  items: z.array(ListedAlarm),
  /** Where the page begins; whatever comes in later is after it. Null: it is empty. */
  first: AlarmCursor.nullable(),
  /** Null: there is no such page. */
  newer: AlarmCursor.nullable(),
  older: AlarmCursor.nullable(),
})
export type AlarmPage = z.infer<typeof AlarmPage>

const AlarmEvent = z.object({
  id: Id,
  at: Moment,
  deed: z.enum(Object.keys(alarmDeeds) as [AlarmDeed, ...AlarmDeed[]]),
  /** Null: nobody, it happened by itself. */
  who: z.string().nullable(),
  orgname: z.string().nullable(),
  /** To whom it was assigned, or which bureau it was escalated to. */
  whom: z.string().nullable(),
  note: z.string().nullable(),
})
export type AlarmEvent = z.infer<typeof AlarmEvent>

export const AlarmDetail = ListedAlarm.extend({
  detail: z.string().nullable(),
  source: z.string().nullable(),
  received_at: Moment,
  closed_at: Moment.nullable(),
  /** The oldest first. */
  history: z.array(AlarmEvent),
  /** How often somebody has done something to it: what an action sends back, so that nobody acts on what they have not seen. */
  acts: Count,
  /** What the viewer may do to it. */
  can: z.array(AlarmAction),
})
export type AlarmDetail = z.infer<typeof AlarmDetail>

const total = z.int().min(0)

/** How a list that is open keeps up without moving under the reader's hands. */
export const AlarmPulse = z.object({
  /** Alarms of these filters after the place, at most 99. */
  fresh: total,
  /** All that the viewer reaches, whatever the filters. */
  open: total,
  acknowledged: total,
  handling: total,
  /** Of those, what was escalated to the viewer's own organisation; a school's to whomever. */
  escalated: total,
})
export type AlarmPulse = z.infer<typeof AlarmPulse>

/** As loosely as a source may name it (`IngestItem`): what came in can be opened and taken. */
const uuid = z.guid().max(36)
const note = text(alarmLimits.note).trim()
const neededNote = note.min(1, alarmMessages.noteMissing)

/** `seen`: the `acts` that the person saw; without it the state alone decides. */
const one = { uuid, seen: Count.optional() }

function act<S extends z.ZodRawShape>(path: `/${string}`, input: S) {
  return call({
    service: "ewls",
    method: "POST",
    path,
    encoding: "form",
    writes: true,
    sensitive: false,
    input: z.object({ ...one, ...input }),
    output: AlarmDetail,
  })
}

export const alarmAdminCalls = {
  detail: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_alarm_detail",
    input: z.object({ uuid }),
    output: AlarmDetail,
  }),
  pulse: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_alarm_pulse",
    polled: true,
    input: z.object({ ...alarmFilters, after: AlarmCursor.optional() }),
    output: AlarmPulse,
  }),
  /** The list of these filters, with what was done about each. */
  exportList: call({
    ...exporting,
    service: "ewls",
    path: "/alarm/v1/export_alarm_list",
    input: z.object(alarmFilters),
  }),
  acknowledge: act("/alarm/v1/acknowledge", {}),
  assign: act("/alarm/v1/assign", { personid: Id, note: note.optional() }),
  handle: act("/alarm/v1/handle", { note: neededNote }),
  close: act("/alarm/v1/close", { note: neededNote }),
  dismiss: act("/alarm/v1/false_alarm", { note: neededNote }),
}
