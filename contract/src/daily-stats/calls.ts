import { z } from "zod"
import { call } from "../core/call.ts"
import { startCalls } from "../core/start-calls.ts"
import { Day, Id } from "../core/wire.ts"

/** What is compared, in the order in which it is answered. */
export const dailyNumberNames = {
  alarms: "新增预警",
  handled: "办结预警",
  patrols: "完成巡查",
  missed: "漏检点位",
  tasks: "完成任务",
  drills: "完成演练",
  signIns: "登录人次",
} as const
export type DailyNumberCode = keyof typeof dailyNumberNames

/** One number of a day beside the same number of the day before. */
export const DailyNumber = z.object({
  code: z.string(),
  name: z.string(),
  current: z.number(),
  previous: z.number(),
})
export type DailyNumber = z.infer<typeof DailyNumber>

export const dailyStatCalls = {
  ofDay: call({
    ...startCalls.comparison,
    permission: null,
    method: "GET",
    /** Without `day`, today. */
    input: z.object({ day: Day.optional(), areaid: Id.optional(), orgid: Id.optional() }),
    output: z.array(DailyNumber),
  }),
}
