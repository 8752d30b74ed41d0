import { z } from "zod"
import { call } from "../core/call.ts"

/** Counted no further: what is more is shown as `99+`. */
export const waitingAtMost = 100

/** With the words that are shown beside the number. */
export const waitingKinds = {
  tasks: "未完成的任务",
  alarms: "未处理的预警",
  notices: "未读通知",
  drills: "本年度待完成的演练",
  assessments: "待填报的考核",
} as const
export type WaitingKind = keyof typeof waitingKinds

const count = z.int().min(0).max(waitingAtMost)

export const WaitingCounts = z.object({
  tasks: count,
  alarms: count,
  notices: count,
  drills: count,
  assessments: count,
})
export type WaitingCounts = z.infer<typeof WaitingCounts>

/** `99+` beyond what is counted; null where there is nothing to say. */
export function waitingBadge(waiting: number): string | null {
  if (waiting <= 0) return null
  return waiting >= waitingAtMost ? `${waitingAtMost - 1}+` : String(waiting)
}

export const waitingCalls = {
  /** What waits for the user, as far as they are the one to do something about it. */
  counts: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_waiting_counts.action",
    polled: true,
    input: z.object({}),
    output: WaitingCounts,
  }),
}
