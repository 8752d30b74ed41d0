import { taskCalls } from "@uc/contract/tasks"
import { answer, notOpenYet } from "../../http/answer.ts"
import { taskPage } from "./task-list.store.ts"

export const taskRoutes = answer(taskCalls, () => ({
  ...notOpenYet(taskCalls),

  list: ({ start, limit, cursor, ...filters }, { db, scope, user: { user } }) =>
    taskPage(db, { ...filters, asker: user, scope }, { start, limit, cursor }),
}))
