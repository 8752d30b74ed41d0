import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { noticeMessages } from "@uc/contract/notices/calls"
import { Refusal } from "../../errors/refusal.ts"
import { foundOrForbidden, isAdministered, mustAdminister } from "../../session/reach.ts"
import type { Reader } from "./who-is-meant.ts"

export async function readerFor({
  db,
  user: { user },
}: Pick<RequestContext, "db" | "user">): Promise<Reader> {
  const { rows } = await db.execute<{ path: string }>(
    sql`select area_path as path from organisation where id = ${user.orgid}`,
  )
  return { id: user.id, orgId: user.orgid, areaPath: foundOrForbidden(rows[0]).path }
}

/** Only of the own organisation: an area's administrator manages the bureau's own. */
export function mustAdministerNotices(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

/**
 * FAULT-10: everybody whom a notice is for is in an organisation for which its author holds the permission, or a role for
 * the bureau alone could write to every school and remind them by text messages.
 */
export async function mustAdministerAudience(context: RequestContext, noticeId: Id): Promise<void> {
  const { db, user } = context
  if (user.administered.reach === "all") return
  const { rows } = await db.execute<{ id: Id }>(sql`
    select o.id::text as id from notice n join organisation o on o.kind <> 'platform' and (
      (n.is_for_area and o.area_path ^@ n.shared_path)
      or o.id = any (n.for_orgs)
      or exists (select from department d where d.id = any (n.for_departments) and d.org_id = o.id)
      or exists (select from person p where p.id = any (n.for_people) and p.org_id = o.id))
    where n.id = ${noticeId}::bigint`)
  if (!rows.every(({ id }) => isAdministered(user, id)))
    throw new Refusal(noticeMessages.beyondYou, { status: 403 })
}
