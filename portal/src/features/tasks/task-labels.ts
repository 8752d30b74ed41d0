import {
  isStoppedWork,
  taskStates,
  type TaskDetail,
  type TaskPriority,
  type TaskState,
} from "@uc/contract/tasks/calls"
import type { WorkState } from "@uc/contract/tasks/work"
import { inThousands } from "../../ui/format/in-thousands.ts"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { TagTone } from "../../ui/marks/tag.tsx"

interface Look {
  readonly tone: TagTone
  readonly icon: IconName
}

export const stateLooks: Readonly<Record<TaskState, Look>> = {
  [taskStates.open]: { tone: "brand", icon: "clock" },
  [taskStates.finished]: { tone: "done", icon: "done" },
  [taskStates.handedBack]: { tone: "caution", icon: "back" },
  [taskStates.cancelled]: { tone: "plain", icon: "close" },
}

export const workLooks: Readonly<Record<WorkState, Look>> = {
  new: { tone: "plain", icon: "clock" },
  doing: { tone: "brand", icon: "clock" },
  done: { tone: "done", icon: "done" },
  returned: { tone: "caution", icon: "back" },
}

export function lookOfWork(task: TaskDetail, work: WorkState): Look {
  return isStoppedWork(task, work) ? stateLooks[task.state] : workLooks[work]
}

export const priorityLooks: Readonly<Record<TaskPriority, Look | null>> = {
  1: { tone: "danger", icon: "danger" },
  2: null,
  3: { tone: "plain", icon: "down" },
}

export function doneOf({ done, total }: TaskDetail["counts"]): string {
  return `${inThousands(done)}/${inThousands(total)} 已完成`
}

/** `2026-11-15 14:05:00` in the format of a field, and back. */
export function fieldOf(moment: string | null): string {
  return moment === null ? "" : moment.slice(0, 16).replace(" ", "T")
}

export function momentOf(field: string): string | null {
  return field === "" ? null : `${field.slice(0, 16).replace("T", " ")}:00`
}
