import type { Drill, ExecutionType } from "@uc/contract/drills/calls"
import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { drill } from "../../db/schema/drills.ts"
import { organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

interface Filter {
  readonly start: number
  readonly limit: number
  readonly type: ExecutionType | undefined
  readonly areaPath: string | null
}

/** What runs now, newest first; ended runs are not for the monitor. */
export async function liveExecutions(
  db: Db,
  scope: Scope,
  { start, limit, type, areaPath }: Filter,
): Promise<{ total: number; items: Drill[] }> {
  const where = and(
    isNull(drill.endedAt),
    scope.reach === "all" ? undefined : inArray(drill.orgId, [...scope.orgs]),
    type === undefined ? undefined : eq(drill.zxType, type),
    areaPath === null ? undefined : sql`${organisation.areaPath} ^@ ${areaPath}`,
  )
  const isOfDrill = eq(organisation.id, drill.orgId)
  const items = await db
    .select({
      yazxCode: drill.yazxCode,
      yazxTitle: drill.yazxTitle,
      yazxBdate: asMoment(drill.yazxBdate),
      unitid: drill.orgId,
      unitName: organisation.name,
    })
    .from(drill)
    .innerJoin(organisation, isOfDrill)
    .where(where)
    .orderBy(desc(drill.yazxBdate), desc(drill.id))
    .offset(start)
    .limit(limit)
  const [counted] = await db
    .select({ total: count() })
    .from(drill)
    .innerJoin(organisation, isOfDrill)
    .where(where)
  return { total: counted?.total ?? 0, items }
}
