import { z } from "zod"
import { awarenessMessages, toldAudiences, type ToldAudience } from "./told.ts"
import { call } from "../core/call.ts"
import { Count, Id, Moment, paging, text } from "../core/wire.ts"

export const ToldAudienceName = z.enum(Object.keys(toldAudiences) as [ToldAudience, ...ToldAudience[]])

/** DAY-2: what somebody is told of, and no more than that. `emergency`: a plan that is carried out in earnest. */
export const ToldItem = z.object({
  kind: z.enum(["alarm", "drill", "emergency"]),
  /** To be confirmed by: an alarm's uuid, a drill's id. */
  id: z.string(),
  /** As the monitor names it: an alarm's uuid, a drill's `yazxCode`. */
  code: z.string(),
  title: z.string(),
  /** Of an alarm alone. */
  level: z.int().nullable(),
  levelName: z.string().nullable(),
  orgname: z.string(),
  /** Building and room as reported; a drill has none. */
  place: z.string().nullable(),
  since: Moment,
  /** What to do: the steps of the plan, or one sentence. */
  steps: z.array(z.string()),
  /** Somebody has reminded those who have not confirmed. */
  remindedAt: Moment.nullable(),
})
export type ToldItem = z.infer<typeof ToldItem>

export const ToldList = z.object({
  /** What the viewer has not confirmed, the gravest first. */
  items: z.array(ToldItem),
  total: Count,
  /** What of it the viewer has confirmed, on whatever device: the monitor shows no card of it again. */
  confirmed: z.array(ToldItem.pick({ kind: true, code: true })).optional(),
})
export type ToldList = z.infer<typeof ToldList>

const MissingPerson = z.object({
  id: Id,
  nickname: z.string(),
  deptname: z.string(),
  /** Masked; null: none is known. */
  phone: z.string().nullable(),
  /** Whether `people.phoneOf` tells the viewer the number to call. */
  mayCall: z.boolean(),
})
export type MissingPerson = z.infer<typeof MissingPerson>

/** Who knows of one alarm or drill. Those who joined meanwhile count, those who left do not; after its end nothing changes. */
export const Awareness = z.object({
  told: ToldAudienceName,
  confirmed: Count,
  people: Count,
  isOver: z.boolean(),
  /** The viewer is one of them, and has not confirmed. */
  mayConfirm: z.boolean(),
  mayRemind: z.boolean(),
  remindedAt: Moment.nullable(),
  /** Before this moment another reminder is refused; null: it is not. */
  remindableAt: Moment.nullable(),
  /** The same for a reminder by text message. */
  smsRemindableAt: Moment.nullable(),
  /** How many of those who have not confirmed a text message would reach; null: there is no gateway. */
  withPhone: Count.nullable(),
  /** A page of those who have not confirmed; null: the viewer sees the counts alone. */
  missing: z.array(MissingPerson).nullable(),
})
export type Awareness = z.infer<typeof Awareness>

const ToldRule = z.object({
  /** `level-1`, `drill`, `emergency`. */
  subject: z.string(),
  name: z.string(),
  /** Of an alarm's level alone. */
  level: z.int().nullable(),
  told: ToldAudienceName,
})
export type ToldRule = z.infer<typeof ToldRule>

const uuid = z.guid().max(36)
const get = { service: "ewls", method: "GET" } as const
const write = { service: "ewls", method: "POST", encoding: "json", writes: true, sensitive: false } as const
const reminded = z.object({ reminded: Count, messages: Count })
const path = "/awareness/v1"

export const awarenessCalls = {
  /** Answered also while the session is locked: an emergency does not wait for a password. */
  mine: call({
    ...get,
    path: `${path}/getMine`,
    permission: null,
    polled: true,
    whileLocked: true,
    input: z.object({}),
    output: ToldList,
  }),
  /** 我已知晓 of an alarm, by the viewer for themselves; a second time gives the first moment. A drill has `drills.confirm`. */
  confirm: call({
    ...write,
    path: `${path}/confirm`,
    permission: null,
    input: z.object({ uuid }),
    output: z.object({ at: Moment }),
  }),
  ofAlarm: call({
    ...get,
    path: `${path}/getOfAlarm`,
    permission: null,
    more: "alarms.manage",
    polled: true,
    input: z.object({ uuid, ...paging }),
    output: Awareness,
  }),
  ofDrill: call({
    ...get,
    path: `${path}/getOfDrill`,
    permission: null,
    more: "drills.run",
    polled: true,
    input: z.object({ id: Id, ...paging }),
    output: Awareness,
  }),
  remindAlarm: call({
    ...write,
    path: `${path}/remindOfAlarm`,
    permission: "alarms.manage",
    input: z.object({ uuid, bySms: z.boolean() }),
    output: reminded,
  }),
  remindDrill: call({
    ...write,
    path: `${path}/remindOfDrill`,
    permission: "drills.run",
    input: z.object({ id: Id, bySms: z.boolean() }),
    output: reminded,
  }),
  rules: call({
    ...get,
    path: `${path}/getRules`,
    permission: "alarmTables.manage",
    input: z.object({}),
    output: z.array(ToldRule),
  }),
  saveRule: call({
    ...write,
    path: `${path}/saveRule`,
    permission: "alarmTables.manage",
    input: z.object({
      subject: text(16).regex(/^(drill|emergency|level-[1-9][0-9]?)$/, awarenessMessages.badSubject),
      told: ToldAudienceName,
    }),
    output: z.object({}),
  }),
}
