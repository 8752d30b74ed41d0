import type { taskCalls } from "@uc/contract/tasks/calls"
import type { Handlers } from "../../http/calls/implement-calls.ts"

/** Some of the handlers of a task's calls; tasks.routes.ts puts them together. */
export type TaskHandlers<Name extends keyof typeof taskCalls> = Pick<Handlers<typeof taskCalls>, Name>
