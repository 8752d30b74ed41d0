import type { Id } from "@uc/contract/core/wire"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"

/** Locks this organisation's list until the transaction ends, so that counts and comparisons stay true. */
export async function lockList(db: Db, org: Id): Promise<void> {
  await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
}
