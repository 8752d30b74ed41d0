import { z } from "zod"
import { AlarmState } from "../alarms/admin-calls.ts"
import { call } from "../core/call.ts"
import { Count, Id, Moment } from "../core/wire.ts"

/** DAY-7: the big screen of a duty room. */
export const screenLimits = {
  /** How many rows one answer has; the totals count all. */
  alarms: 60,
  places: 600,
  drills: 20,
  patrols: 40,
  /** How often a screen asks, though no event came. */
  pollMs: 10_000,
  /** After so long without an answer the screen says that it is out of date. */
  staleMs: 30_000,
  /** An alarm source that has sent nothing for so long is named. */
  silentHours: 24,
} as const

export const screenMessages = {
  looksOnly: "大屏只能查看，请登录个人账号后操作",
  wrongCode: "配对码不正确或已失效，请向管理员重新获取",
  addressBusy: "配对码错误次数过多，请稍后再试",
} as const

/** Where the code stands in the address of a link: `…/static/usercenter/#/main/screen?code=…`, after the `#`: no server logs it. */
export const codeParameter = "code"

/** Letters and digits that nobody mistakes for others: no 0 and O, no 1, I and L. */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
export const codeLength = 8

/** As it is shown: two groups of four. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** As somebody types it: in small letters, with or without the line between the groups. */
export const PairingCode = z
  .string()
  .max(32, screenMessages.wrongCode)
  .transform((typed) => typed.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[2-9A-HJKMNP-Z]{8}$/, screenMessages.wrongCode))

/** What is shown of an alarm; nothing about people. */
export const ScreenAlarm = z.object({
  uuid: z.string(),
  createtime: Moment,
  /** When the server got it; a source that was cut off reports later. */
  receivedAt: Moment,
  /** Its number decides the colour. */
  level: z.int(),
  levelName: z.string(),
  typeName: z.string(),
  orgname: z.string(),
  /** Building and room as reported. */
  address: z.string().nullable(),
  state: AlarmState,
  /** When it is escalated if nobody acts until then; null: never. */
  dueAt: Moment.nullable(),
  isEscalated: z.boolean(),
})
export type ScreenAlarm = z.infer<typeof ScreenAlarm>

/** An organisation of the area, or a building of the own organisation. */
export const ScreenPlace = z.object({
  /** Null: alarms that name no building. */
  id: Id.nullable(),
  name: z.string(),
  /** Of the gravest alarm that is not closed; null: there is none. */
  level: z.int().nullable(),
  alarms: Count,
  isDrilling: z.boolean(),
  /** It has alarm sources of its own, and none has sent anything for `silentHours`. */
  isSilent: z.boolean(),
})
export type ScreenPlace = z.infer<typeof ScreenPlace>

/** Those that were started together are one. */
export const ScreenDrill = z.object({
  key: z.string(),
  title: z.string(),
  /** An emergency, and not a drill. */
  isReal: z.boolean(),
  begunAt: Moment,
  /** The name of one of them. */
  orgname: z.string(),
  organisations: Count,
  confirmed: Count,
})
export type ScreenDrill = z.infer<typeof ScreenDrill>

/** A visit of today that nobody has made yet. */
export const ScreenPatrol = z.object({
  id: Id,
  point: z.string(),
  orgname: z.string(),
  dueAt: Moment,
  isOverdue: z.boolean(),
})
export type ScreenPatrol = z.infer<typeof ScreenPatrol>

export const ScreenOverview = z.object({
  /** Its name; null: a person looks, with a session that ends. */
  screen: z.string().nullable(),
  orgname: z.string(),
  nowMs: z.int(),
  /** All that are not closed, the gravest first and then the newest. */
  alarms: z.object({
    total: Count,
    levels: z.array(z.object({ level: z.int(), name: z.string(), total: Count })),
    items: z.array(ScreenAlarm),
  }),
  /** By state, then by name. */
  places: z.object({
    are: z.enum(["organisations", "buildings"]),
    total: Count,
    /** Without an alarm that is not closed. */
    calm: Count,
    items: z.array(ScreenPlace),
  }),
  drills: z.object({ total: Count, items: z.array(ScreenDrill) }),
  /** Of today: what was planned, done, missed, and what is overdue at the moment; the overdue ones first. */
  patrols: z.object({
    planned: Count,
    done: Count,
    missed: Count,
    overdue: Count,
    items: z.array(ScreenPatrol),
  }),
  today: z.object({ alarms: Count, handled: Count, open: Count, escalated: Count }),
  health: z.object({
    /** When the newest alarm came in. */
    lastAlarmAt: Moment.nullable(),
    sources: Count,
    silentSources: Count,
  }),
})
export type ScreenOverview = z.infer<typeof ScreenOverview>

export const screenCalls = {
  /** Everything that the screen shows, of what its organisation reaches. */
  overview: call({
    service: "ewls",
    method: "GET",
    path: "/screen/v1/overview",
    permission: null,
    screen: true,
    polled: true,
    whileLocked: true,
    input: z.object({}),
    output: ScreenOverview,
  }),
  /** The code of an administrator makes this browser a screen; it can be used once. */
  pair: call({
    service: "ewls",
    method: "POST",
    path: "/screen/v1/pair",
    encoding: "json",
    open: true,
    writes: true,
    sensitive: false,
    onceByItself: true,
    input: z.object({ code: PairingCode }),
    output: z.object({ name: z.string(), orgname: z.string() }),
  }),
}
