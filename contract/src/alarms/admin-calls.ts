import { z } from "zod"
import { Attachment } from "../attachments/calls.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { Count, Id, IdList, Moment, PageSize, text, ZeroOne } from "../core/wire.ts"
import { monitorMessages } from "../monitor/messages.ts"

/** WORK-4: the states of an alarm, with their labels. */
export const alarmStates = {
  open: "待确认",
  acknowledged: "已确认",
  handling: "处置中",
  closed: "已办结",
  false: "误报",
} as const
export type AlarmState = keyof typeof alarmStates
export const AlarmState = z.enum(Object.keys(alarmStates) as [AlarmState, ...AlarmState[]])

/** The states in which something is still to be done. */
export const activeStates = ["open", "acknowledged", "handling"] as const satisfies readonly AlarmState[]

/** The actions, with the labels of their buttons. */
export const alarmActions = {
  acknowledge: "确认",
  assign: "指派",
  handle: "处置",
  close: "办结",
  dismiss: "误报",
} as const
export type AlarmAction = keyof typeof alarmActions
export const AlarmAction = z.enum(Object.keys(alarmActions) as [AlarmAction, ...AlarmAction[]])

/** Asked of who is neither on duty nor an administrator: 确认 takes the alarm over, 我已知晓 only says that one knows of it. */
export const takingOver = {
  title: "由您负责处置？",
  words: "确认后由您负责处置此预警。如果只是表示知道了，请点“我已知晓”。",
} as const

/** DAY-4: a number of alarms has one name and one meaning, in the bar, in the menu, on the page and at home. */
export const alarmCounts = { today: monitorMessages.today, waiting: "待我处理" } as const

/** The entries of the history. `escalated` is nobody's action: it happens when nobody acts. */
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
  /** The state afterwards; null: unchanged. */
  readonly to: AlarmState | null
  /**
   * `responsible`: who has taken it, who administers its organisation, and the bureau that it was escalated to.
   * `organisation`: these, and everybody of the organisation where it happened.
   */
  readonly by: "organisation" | "responsible"
  readonly needsNote: boolean
  readonly deed: Exclude<AlarmDeed, "escalated">
}

/** All transitions. A closed alarm stays closed: a new one has a new uuid. */
export const alarmSteps: Readonly<Record<AlarmAction, Step>> = {
  acknowledge: {
    from: ["open"],
    to: "acknowledged",
    by: "organisation",
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
  /** Of the alarm's organisation. */
  readonly isAdministrator: boolean
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
    alarm.takenBy === actor.id || alarm.escalatedTo === actor.orgid || actor.isAdministrator
  // FAULT-9: who acknowledges an alarm has taken it, and may then dismiss it.
  const isOwn = by === "organisation" && alarm.orgid === actor.orgid
  return isOwn || isResponsible ? null : "person"
}

export function actionsFor(alarm: AlarmFacts, actor: AlarmActor): AlarmAction[] {
  return AlarmAction.options.filter((action) => obstacleTo(action, alarm, actor) === null)
}

/** Assigning an open alarm also takes it. */
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
  notOfOrganisation: "只有发生预警的单位的人员、该预警的负责人或管理员可以确认",
  noteMissing: "请填写处置说明",
  notAssignable: "该人员不能查看这条预警，请选择本单位或上级单位的在职人员",
  seenOther: "该预警的处置记录与您看到的不一致，请刷新后再操作",
  isAssigned: "该人员已经是这条预警的负责人",
} as const

/** DAY-5: how an alarm reads that somebody has taken and nobody has handled. */
export const takenUnhandled = "已确认、未处置"

/**
 * DAY-5: what the escalation says depends on whether somebody had taken the alarm by then. What somebody has done since makes it a
 * thing of the past.
 */
export function escalationWords(history: readonly { readonly deed: AlarmDeed }[]): string {
  const at = history.findIndex(({ deed }) => deed === "escalated")
  const wasTaken = history.slice(0, at).some(({ deed }) => deed === "acknowledged" || deed === "assigned")
  const words = wasTaken ? takenUnhandled : "超时未处理"
  return isActedOnSince(history) ? `此前${words}` : words
}

/** Whether somebody has done something after the escalation. */
export function isActedOnSince(history: readonly { readonly deed: AlarmDeed }[]): boolean {
  const at = history.findIndex(({ deed }) => deed === "escalated")
  return at >= 0 && history.length > at + 1
}

export const alarmRings = {
  assigned: (who: string, school: string, type: string) => `${who}指派您处理预警：${school}，${type}`,
  escalated: (school: string, type: string) => `预警超时未处理，已上报到本单位：${school}，${type}`,
  escalatedTaken: (school: string, type: string) =>
    `预警${takenUnhandled}，已上报到本单位：${school}，${type}`,
  escalatedMany: (total: number) => `${total}条预警超时未处理，已上报到本单位`,
} as const

/** Of two at the same time the second is refused, with the name of the first. */
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
  .regex(/^[0-9]{1,14}-[0-9]{1,18}$/, "翻页位置不正确")
export type AlarmCursor = z.infer<typeof AlarmCursor>

/** DAY-13: what the list is sorted by; otherwise the newest first. */
export const alarmSorting = sortedBy("createtime", "school", "type", "level", "state")

export const alarmFilters = {
  starttime: Moment.optional(),
  endtime: Moment.optional(),
  /** By when they were closed, not by when they happened. */
  closedstart: Moment.optional(),
  closedend: Moment.optional(),
  areaid: Id.optional(),
  orgid: Id.optional(),
  model_code: text(64).optional(),
  alarm_level_name: text(32).optional(),
  /** `active`: all that are not closed. */
  state: z.enum([...AlarmState.options, "active"]).optional(),
  /** Only escalated ones: for a bureau those to itself, for a school all of its own. */
  escalated: ZeroOne.optional(),
  /** Only what the viewer has taken. */
  mine: ZeroOne.optional(),
  /** Only those that wait for the viewer: open ones of their organisation, those they have taken, those escalated to it. */
  waiting: ZeroOne.optional(),
}

export const alarmPaging = {
  limit: PageSize.default(20),
  /** The page after this cursor (older), or the one before it (newer). */
  before: AlarmCursor.optional(),
  after: AlarmCursor.optional(),
}

/** An alarm with everything that a list shows. Texts are the source's and stay plain text. */
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
  /** Building and room as reported. */
  address: z.string().nullable(),
  /** The street of its organisation. */
  school_address: z.string().nullable(),
  taken_by: z.string().nullable(),
  /** When it is escalated if nobody acts until then; null: never. */
  due_at: Moment.nullable(),
  escalated_at: Moment.nullable(),
  /** It was escalated to the viewer's own organisation. */
  escalated_here: z.boolean(),
})
export type ListedAlarm = z.infer<typeof ListedAlarm>

export const AlarmPage = z.object({
  items: z.array(ListedAlarm),
  /** The cursor of the page's first row; null: the page is empty. */
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
  /** Of what was found and done. */
  photos: z.array(Attachment),
})
export type AlarmEvent = z.infer<typeof AlarmEvent>

export const AlarmDetail = ListedAlarm.extend({
  /** The phone of its organisation, for whoever is on duty there. */
  school_phone: z.string().nullable(),
  detail: z.string().nullable(),
  source: z.string().nullable(),
  received_at: Moment,
  closed_at: Moment.nullable(),
  /** The oldest first. */
  history: z.array(AlarmEvent),
  /** The number of actions so far: sent back with the next, so that nobody acts on what they have not seen. */
  acts: Count,
  /** What the viewer may do to it. */
  can: z.array(AlarmAction),
})
export type AlarmDetail = z.infer<typeof AlarmDetail>

const total = z.int().min(0)

/** What an open list shows of new alarms without changing its rows. */
export const AlarmPulse = z.object({
  /** Alarms of these filters after the cursor, without one all of them; at most 99. */
  fresh: total,
  /** All that the viewer reaches, whatever the filters. */
  open: total,
  acknowledged: total,
  handling: total,
  /** Of those, the escalated ones: for a bureau those to itself, for a school all of its own. */
  escalated: total,
  /** DAY-4: what waits for the viewer, as in the menu's badge. */
  waiting: total,
  /** DAY-4: what came in today, as in the monitor's bar and on the home page. */
  today: total,
})
export type AlarmPulse = z.infer<typeof AlarmPulse>

/** As loose as what a source may send (`IngestItem`), so that every stored alarm can be opened. */
const uuid = z.guid().max(36)
const note = text(alarmLimits.note).trim()
const neededNote = note.min(1, alarmMessages.noteMissing)

/** `seen`: the `acts` that the person saw; without it only the state is checked. */
const one = { uuid, seen: Count.optional() }

function act<S extends z.ZodRawShape>(path: `/${string}`, input: S) {
  return call({
    service: "ewls",
    method: "POST",
    path,
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    more: "alarms.manage",
    input: z.object({ ...one, ...input }),
    output: AlarmDetail,
  })
}

export const alarmAdminCalls = {
  detail: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_alarm_detail",
    permission: null,
    more: "alarms.manage",
    input: z.object({ uuid }),
    output: AlarmDetail,
  }),
  pulse: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_alarm_pulse",
    permission: null,
    polled: true,
    input: z.object({ ...alarmFilters, after: AlarmCursor.optional() }),
    output: AlarmPulse,
  }),
  /** The list of these filters, with what was done about each. */
  exportList: call({
    ...exporting,
    service: "ewls",
    path: "/alarm/v1/export_alarm_list",
    permission: null,
    input: z.object({ ...alarmFilters, ...alarmSorting }),
  }),
  acknowledge: act("/alarm/v1/acknowledge", {}),
  assign: act("/alarm/v1/assign", { personid: Id, note: note.optional() }),
  handle: act("/alarm/v1/handle", { note: neededNote, photos: IdList.default("") }),
  close: act("/alarm/v1/close", { note: neededNote, photos: IdList.default("") }),
  dismiss: act("/alarm/v1/false_alarm", { note: neededNote }),
}
