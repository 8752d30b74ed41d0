import { z } from "zod"

/** Of one assignee. */
export const workStates = { new: "未开始", doing: "进行中", done: "已完成", returned: "已退回" } as const
export type WorkState = keyof typeof workStates
/** DAY-14: of somebody who was asked for help. */
const answerStates = { ...workStates, new: "待答复", returned: "已婉拒" } as const

export function workLabel(state: WorkState, isRequest: boolean): string {
  return (isRequest ? answerStates : workStates)[state]
}

export function isEndedWork(state: WorkState): boolean {
  return state === "done" || state === "returned"
}

export const WorkState = z.enum(Object.keys(workStates) as [WorkState, ...WorkState[]])

/** What the viewer may do; the first four with their own work, the others with the task. */
export const taskActions = [
  "accept",
  "work",
  "finish",
  "handBack",
  "remind",
  "change",
  "cancel",
  "stopRepeat",
] as const
type TaskAction = (typeof taskActions)[number]

interface TaskFacts {
  /** Gave it, or administers the giver's organisation; what was asked for is for who asked alone. */
  readonly isManager: boolean
  readonly isCancelled: boolean
  readonly isRepeating: boolean
  /** DAY-14: those who have it were asked, and answer first. */
  readonly isRequest: boolean
  /** Whether somebody has it who has not finished. */
  readonly isOpen: boolean
  /** Of the own work; null: it is not given to the viewer. */
  readonly work: WorkState | null
}

export function actionsOnTask({
  isManager,
  isCancelled,
  isRepeating,
  isRequest,
  isOpen,
  work,
}: TaskFacts): TaskAction[] {
  if (isCancelled) return isManager && isRepeating ? ["stopRepeat"] : []
  const isUnanswered = isRequest && work === "new"
  const isAtWork = !isUnanswered && (work === "new" || work === "doing")
  return [
    ...(isUnanswered ? (["accept", "handBack"] as const) : []),
    ...(isAtWork ? (["work", "finish", "handBack"] as const) : []),
    ...(isManager && isOpen ? (["remind"] as const) : []),
    ...(isManager ? (["change", "cancel"] as const) : []),
    ...(isManager && isRepeating ? (["stopRepeat"] as const) : []),
  ]
}
