import { passwordChangedRing } from "@uc/contract/account/profile-calls"
import type { Id } from "@uc/contract/core/wire"
import { inArray, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { personTie } from "../../db/schema/profiles.ts"

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

/**
 * Of one who has set a password of their own: whoever knew the old one may have tied them to an account of theirs, and would come
 * back by it. The others are told, so that who did not do it hears of it. With everything in reach: they are beyond the walls.
 */
export async function untieAfterNewPassword(db: Db, id: Id): Promise<void> {
  const { rows } = await db.execute<{ id: Id; orgname: string }>(sql`
    select other.person_id::text as id, o.name as orgname
    from person_tie own
    join person_tie other on other.human_id = own.human_id and other.person_id <> own.person_id
    join organisation o on o.id = own.org_id
    where own.person_id = ${id}`)
  const [first] = rows
  if (!first) return
  await untiePeople(db, [id])
  await ringBell(db, {
    personIds: rows.map((row) => row.id),
    topic: "notice",
    title: passwordChangedRing(first.orgname),
    place: "/main/profile",
    // Somebody's account may be in danger, whatever they want to hear of otherwise.
    isUrgent: true,
  })
}
