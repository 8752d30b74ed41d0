import { taskPriorities, type TaskPriority } from "@uc/contract/tasks/calls"
import { useCodes } from "../dictionary/public.ts"

/** HOME-4: the administrators' names of the priorities. */
export function usePriorities() {
  const { choices, wordOf } = useCodes<`${TaskPriority}`>("taskPriority", taskPriorities)
  return { choices, wordOf: (priority: TaskPriority) => wordOf(`${priority}`) }
}
