import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { isLiveSession } from "../../db/queries/live-session.ts"
import type { Db } from "../../db/open.ts"
import { session } from "../../db/schema/sessions.ts"
import { publishEvent, publishSessionChange } from "../../realtime/publish-event.ts"
import type { Sessions } from "../sessions.ts"

/**
 * DISTRICT-8: what these people may do has changed: their sessions are read again at once, here and in the other processes, and
 * their pages ask again what to show.
 */
export async function refreshSessionsOf(
  { sessions }: { readonly sessions: Sessions },
  db: Db,
  people: readonly Id[],
): Promise<void> {
  if (people.length === 0) return
  const { rows } = await db.execute<{
    id: string
  }>(sql`select ${session.id}::text as id, ${publishSessionChange(session.id)}
    from ${session} where ${session.personId} = any (${sql.param([...people])}::bigint[]) and ${isLiveSession}`)
  for (const { id } of rows) sessions.forgetEnded(id)
  await publishEvent(db, "menus", { people })
}

/** The same for whoever holds a role for their departments: which ones those are has changed in this organisation. */
export async function refreshDepartmentRoles(
  services: { readonly sessions: Sessions },
  db: Db,
  org: Id,
): Promise<void> {
  const { rows } = await db.execute<{ id: Id }>(sql`select distinct h.person_id::text as id
    from person_role h join role r on r.id = h.role_id and r.org_id = h.org_id
    where r.org_id = ${org}::bigint and r.scope_kind in ('department', 'departments')`)
  await refreshSessionsOf(
    services,
    db,
    rows.map(({ id }) => id),
  )
}
