import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

/** What somebody who leaves was to rectify waits to be assigned again; that it was escalated stays. */
export async function releaseHazards(db: Db, person: Id): Promise<void> {
  await db.execute(sql`
    with released as (
      update hazard set state = 'reported', assignee_id = null, due_on = null, version = version + 1
      where assignee_id = ${person}::bigint and state = 'assigned' returning id, org_id
    )
    insert into hazard_event (org_id, hazard_id, deed) select org_id, id, 'released' from released`)
}
