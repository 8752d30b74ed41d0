import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { call } from "../core/call.ts"
import { sortedBy } from "../core/sorting.ts"
import { Count, Id, Moment } from "../core/wire.ts"

export const screenAdminLimits = {
  name: 30,
  /** Of one organisation. */
  screens: 20,
  codeMinutes: 10,
  /** A screen that was not switched on for so long must be paired again. */
  unseenDays: 90,
} as const

export const screenAdminMessages = {
  nameMissing: "请填写大屏名称",
  tooMany: `每个单位最多${screenAdminLimits.screens}块大屏，请先停用不再使用的大屏`,
  gone: "该大屏不存在或已停用，请刷新后再试",
} as const

/** DAY-7: a browser that may look, and do nothing else. */
export const ListedScreen = z.object({
  id: Id,
  orgid: Id,
  orgname: z.string(),
  name: z.string(),
  createdAt: Moment,
  /** Null: no browser is paired. */
  pairedAt: Moment.nullable(),
  lastSeenAt: Moment.nullable(),
  /** Seen within the last minutes. */
  isOnline: z.boolean(),
  /** From where it was seen last. */
  ip: z.string().nullable(),
  browser: z.string().nullable(),
  /** Until when a code may be used; null: there is none. */
  codeUntil: Moment.nullable(),
})
export type ListedScreen = z.infer<typeof ListedScreen>

/** The code is shown this once. */
const WithCode = z.object({ screen: ListedScreen, code: z.string() })

const ewls = { service: "ewls", permission: "screens.manage" } as const
const change = {
  ...ewls,
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: "screen",
  onceByItself: true,
} as const

/** DAY-13: otherwise by organisation. `state`: not paired, offline, online. */
const screenSorting = sortedBy("name", "state", "lastSeenAt")

export const screenAdminCalls = {
  list: call({
    ...ewls,
    method: "GET",
    path: "/screen/v1/list",
    input: z.object({ ...screenSorting }),
    output: z.object({ total: Count, screens: z.array(ListedScreen) }),
  }),
  create: call({
    ...change,
    path: "/screen/v1/create",
    input: z.object({
      orgid: Id,
      name: shownText(screenAdminLimits.name, screenAdminMessages.nameMissing),
    }),
    output: WithCode,
  }),
  /** For another browser. The one that is paired goes on until the new code is used. */
  renewCode: call({
    ...change,
    path: "/screen/v1/renew_code",
    input: z.object({ id: Id }),
    output: WithCode,
  }),
  /** Ends it at once; a code that was not used is of no use any more. */
  revoke: call({ ...change, path: "/screen/v1/revoke", input: z.object({ id: Id }), output: z.object({}) }),
}
