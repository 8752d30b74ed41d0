import { placeOfTask, taskRings } from "@uc/contract/task-messages"
import type { Id } from "@uc/contract/wire"
import { sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { ringBell } from "../../db/ring-bell.ts"
import { everything } from "../../db/scope.ts"
import type { SeenTask, SeenWork } from "../../db/task-access.ts"

/** Whoever gave it may be a superior's, whom the asker does not reach: the bell is rung from outside the walls. */
export async function tellGiver(
  database: Database,
  { id, giverId }: Pick<SeenTask, "id" | "giverId">,
  by: Id,
  title: string,
  key?: string,
): Promise<void> {
  if (giverId === by) return
  const ring = { personIds: [giverId], topic: "task", title, place: placeOfTask(id) } as const
  await database.within(everything, (db) => ringBell(db, key === undefined ? ring : { ...ring, key }))
}

/** After the last one; this one's own end is not committed yet, so it does not count. */
export async function tellGiverAllDone(database: Database, { id, task }: SeenWork, by: Id): Promise<void> {
  const { rows } = await database.atOnce.execute<{ open: boolean }>(sql`
    select exists (select from task_assignee where task_id = ${task.id} and id <> ${id} and state <> 'done') as open`)
  if (rows[0]?.open !== false) return
  await tellGiver(database, task, by, taskRings.allDone(task.title), `task-done:${task.id}`)
}
