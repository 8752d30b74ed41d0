import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustAdminister } from "../../session/reach.ts"
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
