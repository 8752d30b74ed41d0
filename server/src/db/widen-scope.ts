import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "./open.ts"

/**
 * Dangerous: from here on the transaction reaches these organisations too. For what was checked before: an organisation that
 * has just been made, or the other side of a transfer that both agree on.
 */
export async function widenScope(db: Db, orgs: readonly Id[]): Promise<void> {
  await db.execute(sql`select set_config('uc.orgs',
    case when current_setting('uc.reach', true) = 'orgs'
      then (current_setting('uc.orgs', true)::bigint[] || ${sql.param([...orgs])}::bigint[])::text
      else coalesce(current_setting('uc.orgs', true), '') end, true)`)
}
