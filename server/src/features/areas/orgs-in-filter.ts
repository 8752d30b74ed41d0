import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import { reachedArea } from "./reached-area.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"

interface Wish {
  readonly orgid?: Id | undefined
  readonly areaid?: Id | undefined
}

/**
 * The ids of the organisations that a filter means, as a sub-select: all in the viewer's reach, or of those the given
 * organisation or area. One out of reach is refused.
 */
export async function orgsInFilter({ db, scope }: RequestContext, { orgid, areaid }: Wish): Promise<SQL> {
  if (orgid !== undefined) mustReach(scope, orgid)
  const area = areaid === undefined ? null : foundOrForbidden(await reachedArea(db, scope, areaid))
  const conditions = [
    ...(scope.reach === "all" ? [] : [sql`id = any (${sql.param([...scope.orgs])}::bigint[])`]),
    ...(orgid === undefined ? [] : [sql`id = ${orgid}::bigint`]),
    ...(area === null ? [] : [sql`area_path ^@ ${area.path}`]),
  ]
  const isMeant = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  return sql`(select id from organisation where ${isMeant})`
}
