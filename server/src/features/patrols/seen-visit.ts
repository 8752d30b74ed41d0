import type { Id } from "@uc/contract/core/wire"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { patrolRecord } from "../../db/schema/patrols.ts"

/** A patrol visit that row-level security shows to this transaction. */
export async function seenVisit(db: Db, id: Id): Promise<Id | null> {
  const [found] = await db.select({ id: patrolRecord.id }).from(patrolRecord).where(eq(patrolRecord.id, id))
  return found?.id ?? null
}
