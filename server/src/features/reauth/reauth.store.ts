import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNotNull } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { credential, person } from "../../db/schema/people.ts"

export async function recordOf(db: Db, personId: Id): Promise<string | null> {
  const [found] = await db
    .select({ record: credential.phc })
    .from(credential)
    .where(eq(credential.personId, personId))
  return found?.record ?? null
}

/** Where a code goes: to the phone on record and to no other. */
export async function phoneOf(db: Db, personId: Id): Promise<{ id: Id; orgId: Id; phone: string } | null> {
  const [found] = await db
    .select({ id: person.id, orgId: person.orgId, phone: person.phone })
    .from(person)
    .where(and(eq(person.id, personId), isNotNull(person.phone)))
  return found?.phone ? { id: found.id, orgId: found.orgId, phone: found.phone } : null
}
