import { taskCalls } from "@uc/contract/tasks/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { commentHandlers } from "./comment-on-task.ts"
import { giveTaskHandlers } from "./give-task.ts"
import { readTaskHandlers } from "./read-tasks.ts"
import { reassignHandlers } from "./reassign-task.ts"
import { remindHandlers } from "./remind-assignees.ts"
import { workHandlers } from "./work-on-task.ts"

export const taskRoutes = implementCalls(taskCalls, (services) => ({
  ...readTaskHandlers,
  ...giveTaskHandlers,
  ...reassignHandlers,
  ...remindHandlers,
  ...workHandlers(services),
  ...commentHandlers(services),
}))
