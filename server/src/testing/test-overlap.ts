import { sql } from "drizzle-orm"
import type { Database, Db } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"

/**
 * For tests: the second transaction runs while the first has done its work and not committed yet; if it waits for the first,
 * it goes on once that has committed.
 */
export async function overlapping<One, Two>(
  database: Database,
  first: (db: Db) => Promise<One>,
  second: (db: Db) => Promise<Two>,
): Promise<[One, Two]> {
  const [one, two] = await database.transaction(unrestricted, async (db) => {
    const done = await first(db)
    const other = database.transaction(unrestricted, second)
    await Promise.race([other, isWaiting(database)])
    return [done, { other }] as const
  })
  return [one, await two.other]
}

/** Polls until a transaction in this database waits for a lock. */
async function isWaiting(database: Database): Promise<void> {
  for (let waiting = false; !waiting;) {
    const { rows } = await database.transaction(unrestricted, (db) =>
      db.execute<{ waiting: boolean }>(sql`select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`),
    )
    waiting = rows[0]?.waiting === true
  }
}
