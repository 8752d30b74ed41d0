import { taskRings } from "@uc/contract/tasks/messages"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { notifyAbout } from "./notify-about.ts"
import type { SeenTask, SeenWork } from "./task-access.ts"

/**
 * Outside row-level security, because the giver may belong to a superior organisation that the caller does not reach. And
 * not in a second transaction: twenty who finish at once would hold every connection, each waiting for another.
 */
export async function notifyGiver(
  database: Database,
  { id, giverId }: Pick<SeenTask, "id" | "giverId">,
  by: Id,
  title: string,
): Promise<void> {
  if (giverId === by) return
  await notifyAbout(database.systemDb, id, [giverId], title)
}

/** More than can be finished in the same moment. */
const severalOpen = 100

/** How many others are not done, as committed; stops counting at `severalOpen`. */
async function openBeside({ systemDb }: Database, { id, task }: SeenWork): Promise<number> {
  const { rows } = await systemDb.execute<{ open: number }>(sql`
    select count(*)::int as open from (
      select from task_assignee where task_id = ${task.id} and id <> ${id} and state <> 'done' limit ${severalOpen}
    ) others`)
  return rows[0]?.open ?? 0
}

/** Call it in the transaction that finishes a work: notifies the giver after the last one. */
export async function notifyGiverAllDone(db: Db, database: Database, work: SeenWork, by: Id): Promise<void> {
  const { task } = work
  if ((await openBeside(database, work)) === severalOpen) return
  // The last two may finish in the same moment, and each would see the other as open: the lock makes the second see the first.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('task-done', ${task.id}::bigint))`)
  if ((await openBeside(database, work)) > 0) return
  await notifyGiver(database, task, by, taskRings.allDone(task.title))
}
