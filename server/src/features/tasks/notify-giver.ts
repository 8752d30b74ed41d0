import { placeOfTask, taskRings } from "@uc/contract/tasks/messages"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import type { SeenTask, SeenWork } from "./task-access.ts"

/**
 * Whoever gave it may be a superior's, whom the asker does not reach: the bell is rung from outside the walls. And not in a
 * second transaction: twenty who finish at once would hold every connection, each waiting for another.
 */
export async function notifyGiver(
  database: Database,
  { id, giverId }: Pick<SeenTask, "id" | "giverId">,
  by: Id,
  title: string,
): Promise<void> {
  if (giverId === by) return
  await ringBell(database.systemDb, { personIds: [giverId], topic: "task", title, place: placeOfTask(id) })
}

/** More than ever end in the same moment. */
const severalOpen = 100

/** How many beside this one are not done, as far as others have committed it; not counted beyond that. */
async function openBeside({ systemDb }: Database, { id, task }: SeenWork): Promise<number> {
  const { rows } = await systemDb.execute<{ open: number }>(sql`
    select count(*)::int as open from (
      select from task_assignee where task_id = ${task.id} and id <> ${id} and state <> 'done' limit ${severalOpen}
    ) others`)
  return rows[0]?.open ?? 0
}

/** After the last one, in the transaction that ends it. */
export async function notifyGiverAllDone(db: Db, database: Database, work: SeenWork, by: Id): Promise<void> {
  const { task } = work
  if ((await openBeside(database, work)) === severalOpen) return
  // Two who are the last in the same moment would each take the other for open: one after the other, the second sees the first.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('task-done', ${task.id}::bigint))`)
  if ((await openBeside(database, work)) > 0) return
  await notifyGiver(database, task, by, taskRings.allDone(task.title))
}
