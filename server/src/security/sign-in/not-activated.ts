import { and, eq, isNull, notExists, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { credential, person } from "../../db/schema/people.ts"

/**
 * DISTRICT-1: who has no password of their own (none, or one that an administrator made) and has never signed in by a code
 * that was sent to their phone.
 */
export function isNotActivated(db: Pick<Db, "select">) {
  return and(
    isNull(person.phoneProvenAt),
    notExists(
      db
        .select({ one: sql`1` })
        .from(credential)
        .where(and(eq(credential.personId, person.id), isNull(credential.oneTimeUntil))),
    ),
  )
}
