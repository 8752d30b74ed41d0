import type { Id } from "@uc/contract/wire"
import { inArray } from "drizzle-orm"
import type { Db } from "../db/open.ts"
import { personTie } from "../db/schema/profiles.ts"

/**
 * From now on nobody goes over to them or from them. Also whenever somebody else gives them a password or a phone: whoever
 * can sign in as them by that must not go on to what their owner has elsewhere, where others administer. Gives who was tied.
 */
export async function untiePeople(db: Db, ids: readonly Id[]): Promise<Id[]> {
  if (ids.length === 0) return []
  const gone = await db
    .delete(personTie)
    .where(inArray(personTie.personId, [...ids]))
    .returning({ id: personTie.personId })
  return gone.map(({ id }) => id)
}
