import { z } from "zod"
import { alarmFilters, AlarmPage, alarmPaging, alarmSorting, AlarmState } from "./admin-calls.ts"
import { call } from "../core/call.ts"
import { timeoutsMs } from "../core/http.ts"
import { Count, Day, Id, Moment, page, PageSize, paging, text } from "../core/wire.ts"

/** A warning record as it travels. */
export const Warning = z.object({
  uuid: z.string(),
  createtime: Moment,
  model_code: z.string(),
  orgid: Id,
  school_name: z.string(),
  alarm_level_name: z.string(),
})
export type Warning = z.infer<typeof Warning>

/**
 * What the monitor needs beside the specification's record to decide about its card (DAY-4) and to draw it (DAY-3, DAY-5). Optional:
 * another host may answer the specification's fields alone.
 */
export const WatchedWarning = Warning.extend({
  state: AlarmState.optional(),
  /** Its level's number: it decides the colour. */
  level: z.int().optional(),
  /** Building and room as the source reported them. */
  address: z.string().nullable().optional(),
  /** The end of its level's minutes: an alarm that nobody acts on until then is escalated. Null: there is no such end. */
  due_at: Moment.nullable().optional(),
  /** Nobody acted in time, and it was escalated to the viewer's own bureau. */
  escalated_here: z.boolean().optional(),
})
export type WatchedWarning = z.infer<typeof WatchedWarning>

/** WARN-3: what the page adds before it shows a warning. */
export const ShownWarning = Warning.extend({
  /** HH:mm:ss */
  startTime: z.string(),
  /** The name of the warning type by `model_code`. */
  modelType: z.string(),
  schoolAddress: z.string(),
})
export type ShownWarning = z.infer<typeof ShownWarning> & WatchedWarning

/** A warning type: `code` is a warning's `model_code`. `isDisabled`: it is out of use, and should not be offered for choice. */
export const WarningType = z.object({
  code: z.string(),
  name: z.string(),
  isDisabled: z.literal(true).optional(),
})
export type WarningType = z.infer<typeof WarningType>

/** What happened in a period, counted in the ways that a chart shows it. */
export const RiskStatistics = z.object({
  total: z.int().min(0),
  levels: z.array(z.object({ level: z.int().optional(), name: z.string(), total: z.int().min(0) })),
  types: z.array(z.object({ code: z.string(), name: z.string(), total: z.int().min(0) })),
  /** Every day of the period, also those on which nothing happened. */
  days: z.array(z.object({ day: Day, total: z.int().min(0) })),
  /** Those with the most first. */
  organisations: z.array(z.object({ orgid: Id, name: z.string(), total: z.int().min(0) })),
})
export type RiskStatistics = z.infer<typeof RiskStatistics>

/** WARN-1: the monitor's defaults; it asks for today from 00:00:00 to now. */
export const monitorDefaults = { pollMs: 6000, start: 0, limit: 10, dayStart: "00:00:00" } as const

/** WARN-5: the second argument of the registered callback. */
export const monitorKinds = ["warning", "yuan"] as const
export type MonitorKind = (typeof monitorKinds)[number]

/** WARN-4: the tabs of the list panel. */
export const monitorTabs = { warning: 1, yuan: 2 } as const satisfies Record<MonitorKind, number>

/** WARN-6: each sentence belongs to one call and is shown once per outage. The names are those of `calls.ts`. */
export const warningMessageByCall = {
  "organisations.schoolInfo": "获取机构基础数据失败！",
  "alarms.types": "获取预警类型数据失败！",
  "dictionary.codesByParent": "获取基础数据失败！",
  "alarms.records": "获取预警数据失败！",
  "drills.executions": "获取应急预案数据失败！",
  "alarms.list": "获取预警列表失败",
  "alarms.newest": "获取预警最新时间失败",
} as const

/** `total` of `records` counts no further: it means so many or more. */
export const recordsTotalAtMost = 1000

/**
 * An `endtime` that is no older than this means "now", whatever the viewer's clock says: a slow clock must not hide what
 * has just happened.
 */
export const nowMinutes = 5

const period = { starttime: Moment.optional(), endtime: Moment.optional(), areaid: Id.optional() }

export const alarmCalls = {
  /**
   * For the monitor and the home card: newest first. Answered also while the session is locked. With `If-None-Match` it
   * answers 304 while the list is the same, although its times move.
   */
  records: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_alarm_record_list",
    permission: null,
    polled: true,
    whileLocked: true,
    specified: true,
    input: z.object({
      ...paging,
      ...period,
      orgid: Id.optional(),
      model_code: text(64).optional(),
      alarm_level_name: text(32).optional(),
    }),
    output: page(WatchedWarning),
  }),
  /**
   * The warning types; with `code` the one of that code. `pageindex` counts from 1 and `pagesize` goes with it: another way
   * to say `start` and `limit`. Both ways at once must say the same; `start` 0 beside a page says nothing.
   */
  types: call({
    service: "ewls",
    method: "POST",
    path: "/alarm/v1/get_alarm_list",
    permission: null,
    polled: true,
    whileLocked: true,
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object({
      code: text(64).optional(),
      start: Count.optional(),
      limit: PageSize.optional(),
      pageindex: Count.optional(),
      pagesize: PageSize.optional(),
    }),
    output: page(WarningType),
  }),
  /** WORK-4: the alarms page, with its filters; newest first, paged by cursor. */
  list: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_alarm_page",
    permission: null,
    input: z.object({ ...alarmPaging, ...alarmFilters, ...alarmSorting }),
    output: AlarmPage,
  }),
  /** When the newest warning came in that the user reaches; null: there is none. */
  newest: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_newest_time",
    permission: null,
    polled: true,
    whileLocked: true,
    input: z.object({ areaid: Id.optional() }),
    output: z.object({ createtime: Moment.nullable() }),
  }),
  /** Without `starttime`: the last 30 days. */
  riskStatistics: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_risk_statistics",
    permission: null,
    mayLag: true,
    timeoutMs: timeoutsMs.riskStatistics,
    input: z.object({ ...period, orgid: Id.optional() }),
    output: RiskStatistics,
  }),
}
