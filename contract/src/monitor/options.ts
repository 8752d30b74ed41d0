import { z } from "zod"
import { admintypes, usertypes, type CurrentUser } from "../account/calls.ts"
import { LenientId, lenientInt, notGivenIfEmpty } from "../core/lenient.ts"

/** What the monitor itself sets; a caller can't. */
const monitorsOwn = ["start", "limit", "starttime", "endtime"]

/** WARN-1: the caller's own parameters of the alarm list, e.g. `model_code`. The service refuses those that it does not know. */
const MonitorParams = z
  .record(z.string().regex(/^\w{1,64}$/), z.union([z.string().max(200), z.number(), z.boolean()]))
  .refine((params) => Object.keys(params).length <= 20, "最多20个参数")
  .refine(
    (params) => monitorsOwn.every((name) => !Object.hasOwn(params, name)),
    "start、limit、starttime、endtime由监控自动填写",
  )

/** WARN-1: the options of who starts the monitor. */
export const MonitorOptions = z.object({
  areaid: notGivenIfEmpty(LenientId),
  intervalMs: notGivenIfEmpty(lenientInt(z.int().min(1000).max(3_600_000))),
  params: notGivenIfEmpty(MonitorParams),
})
export type MonitorOptions = z.infer<typeof MonitorOptions>

export const monitorLimits = {
  /** WARN-7: a hidden page polls less, because another one leads. */
  hiddenBeatMs: 60_000,
  /** While it fails, the intervals double up to this. */
  longestGapMs: 30_000,
  /** After so many polls without an answer the screen says that it is not up to date. */
  missedBeats: 3,
} as const

/** For whom the monitor starts by itself: administrators, and the staff of a bureau, whose duty room looks after its area. */
export function watches({ admintype, usertype }: Pick<CurrentUser, "admintype" | "usertype">): boolean {
  return admintype !== admintypes.none || usertype === usertypes.bureau
}
