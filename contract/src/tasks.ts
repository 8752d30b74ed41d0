import { z } from "zod"
import { call } from "./call.ts"
import { Id, Moment, oneOf, page, paging, text } from "./wire.ts"

export const taskStates = { open: 0, finished: 1, handedBack: 2 } as const
export const TaskState = z.enum(taskStates)
export type TaskState = z.infer<typeof TaskState>

export const Task = z.object({
  id: Id,
  title: z.string(),
  state: TaskState,
  /** In percent. */
  progress: z.int().min(0).max(100),
  /** Who gave it. */
  givername: z.string(),
  createtime: Moment,
  deadline: Moment.nullable(),
})
export type Task = z.infer<typeof Task>

/** WORK-1: mine, given by me, all that I reach. */
export const taskViews = ["mine", "given", "all"] as const

export const taskLimits = { searched: 100 } as const

export const taskCalls = {
  list: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/task/getList",
    input: z.object({
      view: z.enum(taskViews).default("mine"),
      state: oneOf(taskStates.open, taskStates.finished, taskStates.handedBack).optional(),
      title: text(taskLimits.searched).optional(),
      ...paging,
    }),
    output: page(Task),
  }),
}
