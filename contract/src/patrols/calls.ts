import { z } from "zod"
import { call } from "../core/call.ts"
import { Day, Id, Moment } from "../core/wire.ts"

const counted = { planned: z.int().min(0), done: z.int().min(0), missed: z.int().min(0) }

/** WORK-3: what was planned, done and missed, in all and by day. */
export const PatrolStatistics = z.object({ ...counted, days: z.array(z.object({ day: Day, ...counted })) })
export type PatrolStatistics = z.infer<typeof PatrolStatistics>

/** Never rounded up: a hundred is all of them. Null: nothing was to be done. */
export function percentOfDone({
  planned,
  done,
}: {
  readonly planned: number
  readonly done: number
}): number | null {
  return planned === 0 ? null : Math.floor((done / planned) * 100)
}

export const patrolCalls = {
  /** Without `starttime`: the last 30 days. */
  statistics: call({
    service: "vms",
    method: "GET",
    path: "/patrol/v1/getStatistics",
    mayLag: true,
    permission: null,
    input: z.object({
      starttime: Moment.optional(),
      endtime: Moment.optional(),
      areaId: Id.optional(),
      orgid: Id.optional(),
    }),
    output: PatrolStatistics,
  }),
}
