import { and, eq } from "drizzle-orm"
import { builtOnce } from "../../db/built-once.ts"
import type { Db } from "../../db/open.ts"
import { credential } from "../../db/schema/people.ts"
import type { PersonSigningIn } from "./person-signing-in.ts"

/** A shared lock until the session has begun: a password change at the same time ends the session, or is seen here. */
export async function isStillRecord(db: Db, { id }: PersonSigningIn, record: string): Promise<boolean> {
  return (await recordHeld(db, { id, record })).length > 0
}

const recordHeld = builtOnce("record_held", ["id", "record"], (db, { id, record }) =>
  db
    .select({ id: credential.personId })
    .from(credential)
    .where(and(eq(credential.personId, id), eq(credential.phc, record)))
    .for("share"),
)
