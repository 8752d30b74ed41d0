import { sql } from "drizzle-orm"
import type { Db } from "../open.ts"

/**
 * Statements of a request's own transaction that concern rows of any organisation, such as ending what an administrator's change has made
 * void: in a transaction of their own they would be committed although the change is not, and could wait for its locks for ever. What they
 * find is for no answer: the caller's scope does not hold for it.
 */
export async function beyondScope<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await db.execute<{ reach: string | null }>(
    sql`select current_setting('uc.reach', true) as reach, set_config('uc.reach', 'all', true)`,
  )
  // Without `finally`: after an error nothing but a rollback is possible, and that ends the setting as well.
  const result = await work()
  await db.execute(sql`select set_config('uc.reach', ${rows[0]?.reach ?? ""}, true)`)
  return result
}
