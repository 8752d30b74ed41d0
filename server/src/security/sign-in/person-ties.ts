import { passwordChangedRing } from "@uc/contract/account/profile-calls"
import type { Id } from "@uc/contract/core/wire"
import { inArray, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { personTie } from "../../db/schema/profiles.ts"
import { unlinkIdentities } from "./identity-links.ts"

/**
 * From now on nobody switches to these accounts or from them. Also when an administrator sets their password or phone: a
 * person who signs in with that must not reach the owner's accounts in other organisations. Gives whose accounts were linked.
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
 * For a person who has set a new password: somebody who knew the old one may have linked an account of their own, and
 * could still switch to this one. The others are notified. `db` is unrestricted: they may be in organisations out of reach.
 */
export async function untieAfterNewPassword(db: Db, id: Id): Promise<void> {
  await unlinkIdentities(db, [id])
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
    // An account may be in danger, so it is sent also to those who have turned the topic off.
    isUrgent: true,
  })
}
