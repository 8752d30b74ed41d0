import type { Id } from "@uc/contract/core/wire"
import { placeOfHazard } from "@uc/contract/hazards/messages"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { holdsInOwnOrganisation } from "../../session/rights/who-holds.ts"

/** Whoever holds `hazards.manage` for the organisation and belongs to it. */
export async function hazardManagers(db: Db, org: Id): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select p.id::text from person p where p.org_id = ${org}::bigint and p.disabled_at is null and not p.is_parent
      and ${holdsInOwnOrganisation("hazards.manage")}`)
  return rows.map(({ id }) => id)
}

/** The bell of these people, leading to the hazard; not of who did it. */
export async function notifyAboutHazard(
  db: Db,
  hazard: Id,
  { to, by, title }: { readonly to: readonly (Id | null)[]; readonly by: Id | null; readonly title: string },
): Promise<void> {
  const personIds = [...new Set(to)].filter((id): id is Id => id !== null && id !== by)
  await ringBell(db, { personIds, topic: "hazard", title, place: placeOfHazard(hazard) })
}
