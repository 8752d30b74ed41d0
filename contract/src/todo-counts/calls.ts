import { z } from "zod"
import { call } from "../core/call.ts"

/** Counted no further: what is more is shown as `99+`. */
export const todoCountAtMost = 100

/** With the words that are shown beside the number. */
export const todoKinds = {
  tasks: "未完成的任务",
  alarms: "未处理的预警",
  notices: "未读或待确认的通知",
  drills: "本年度待完成的演练",
  assessments: "待填报的考核",
  hazards: "待处理的隐患",
} as const
export type TodoKind = keyof typeof todoKinds

const count = z.int().min(0).max(todoCountAtMost)

export const TodoCounts = z.object({
  tasks: count,
  alarms: count,
  notices: count,
  drills: count,
  assessments: count,
  hazards: count,
})
export type TodoCounts = z.infer<typeof TodoCounts>

/** `99+` beyond what is counted; null where there is nothing. */
export function todoBadge(waiting: number): string | null {
  if (waiting <= 0) return null
  return waiting >= todoCountAtMost ? `${todoCountAtMost - 1}+` : String(waiting)
}

export const todoCountCalls = {
  /** What waits for the user to do something about it. */
  counts: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_waiting_counts.action",
    permission: null,
    polled: true,
    input: z.object({}),
    output: TodoCounts,
  }),
}
