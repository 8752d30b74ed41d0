import { z } from "zod"
import { call } from "./call.ts"
import { Id, Moment, oneOf, page, paging } from "./wire.ts"

/** An emergency drill as it travels. */
export const Drill = z.object({
  yazxCode: z.string(),
  yazxTitle: z.string(),
  yazxBdate: Moment,
  unitid: Id,
  unitName: z.string(),
})
export type Drill = z.infer<typeof Drill>

/** WARN-3: what the page adds before it shows a drill. */
export const ShownDrill = Drill.extend({
  /** HH:mm:ss */
  startTime: z.string(),
  schoolAddress: z.string(),
})
export type ShownDrill = z.infer<typeof ShownDrill>

/** `zxType`: what carrying out a plan is for. The monitor asks for drills (WARN-1). */
export const executionTypes = { emergency: 1, drill: 2 } as const
export type ExecutionType = (typeof executionTypes)[keyof typeof executionTypes]

export const drillCalls = {
  /** What is being carried out now, newest first. Note `areaId`, where alarms say `areaid`. Answered also while the session is locked. */
  executions: call({
    service: "vms",
    method: "GET",
    path: "/yuan/v1/getYuanExecutionList",
    polled: true,
    whileLocked: true,
    input: z.object({
      ...paging,
      areaId: Id.optional(),
      zxType: oneOf(executionTypes.emergency, executionTypes.drill).optional(),
    }),
    output: page(Drill),
  }),
}
