import type { Reason } from "@uc/contract/roles/why-not"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { isLiveSession } from "../../db/queries/live-session.ts"
import { session } from "../../db/schema/sessions.ts"

export type NotSignedIn = Extract<Reason, "accountLocked" | "neverSignedIn" | "signedOut">

/** Why somebody, whose account is in use, is not signed in; null: they are. A lock ends no session. */
export async function whyNotSignedIn(db: Db, personId: Id): Promise<NotSignedIn | null> {
  const { rows } = await db.execute<{ is_on: boolean; is_locked: boolean; was_on: boolean }>(sql`
    select exists (select from ${session} where ${session.personId} = ${personId}::bigint and ${isLiveSession}) as is_on,
      exists (select from auth_failure where scope in ('account', 'account-day') and key = ${`person:${personId}`}
        and locked_until > now()) as is_locked,
      exists (select from login_log where person_id = ${personId}::bigint and result = 'signed-in') as was_on`)
  const [found] = rows
  if (!found || found.is_on) return null
  return found.is_locked ? "accountLocked" : found.was_on ? "signedOut" : "neverSignedIn"
}
