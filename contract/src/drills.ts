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

/** `zxType`: the monitor asks for live ones. */
export const drillTypes = { planned: 1, live: 2, ended: 3 } as const

export const drillCalls = {
  /** Newest first. Note `areaId`, where alarms say `areaid`. Answered also while the session is locked. */
  executions: call({
    service: "vms",
    method: "GET",
    path: "/yuan/v1/getYuanExecutionList",
    input: z.object({
      ...paging,
      areaId: Id.optional(),
      zxType: oneOf(drillTypes.planned, drillTypes.live, drillTypes.ended).optional(),
    }),
    output: page(Drill),
  }),
}
