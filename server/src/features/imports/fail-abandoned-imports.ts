import { importLimits, importMessages } from "@uc/contract/imports/calls"
import { sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"

/**
 * DATA-3: an import whose process sends no heartbeat any more was stopped in the middle, and nothing of it was written.
 * One that is just being committed has its row locked and is skipped.
 */
export async function failAbandonedImports(database: Database): Promise<number> {
  const { rowCount } = await database.transaction(unrestricted, (db) =>
    db.execute(sql`
      update data_import set state = 'interrupted', message = ${importMessages.interrupted}, phase = null,
        finished_at = now()
      where id = any (array(
        select id from data_import
        where state in ('checking', 'running')
          and alive_at < now() - make_interval(secs => ${importLimits.deadAfterS}::int)
        for update skip locked))`),
  )
  return rowCount ?? 0
}
