import type { RiskStatistics } from "@uc/contract/alarms"
import { alarmLimits } from "@uc/contract/alarms-at-work"
import type { Id } from "@uc/contract/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"
import { daysOf, type Period } from "../../db/statistics-period.ts"

interface Question extends Period {
  readonly scope: Scope
  readonly areaPath: string | null
  readonly orgid?: Id | undefined
}

interface Row {
  readonly of: "level" | "type" | "org" | "day"
  readonly key: string
  readonly name: string
  readonly total: number
}

/**
 * Three walks, of which two are answered by an index alone and all may be shared by several workers: over millions that is
 * three times faster than one walk with grouping sets, which can be neither. One statement, so that all count the same.
 */
export async function riskStatistics(db: Db, asked: Question): Promise<RiskStatistics> {
  const { from, to } = asked
  const moment = (wire: string) => sql`(${wire}::timestamp at time zone 'Asia/Shanghai')`
  const isMeant = sql.join(
    [
      sql`createtime >= ${moment(from)} and createtime < ${moment(to)} + interval '1 second'`,
      ...reached(asked),
      ...(asked.areaPath === null ? [] : [sql`area_path ^@ ${asked.areaPath}`]),
    ],
    sql` and `,
  )
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with by_day as materialized (
      select date_bin('1 day', createtime, timestamptz '2000-01-01 00:00:00+08') as day, count(*)::int as total
      from alarm where ${isMeant} group by 1
    ), by_kind as materialized (
      select level, model_code, count(*)::int as total from alarm where ${isMeant} group by 1, 2
    ), by_org as materialized (
      select org_id, count(*)::int as total from alarm where ${isMeant} group by 1
    )
    select 'level' as of, k.level::text as key, l.name, sum(k.total)::int as total
      from by_kind k join alarm_level l on l.level = k.level group by k.level, l.name
    union all select 'type', k.model_code, coalesce(t.name, k.model_code), sum(k.total)::int
      from by_kind k left join alarm_type t on t.model_code = k.model_code group by k.model_code, t.name
    union all select 'org', b.org_id::text, o.name, b.total from by_org b join organisation o on o.id = b.org_id
    union all select 'day', to_char(day at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), '', total from by_day`)
  const of = (kind: Row["of"]) => rows.filter((row) => row.of === kind)
  const most = (kind: Row["of"]) => of(kind).toSorted((one, other) => other.total - one.total)
  const byDay = new Map(of("day").map(({ key, total }) => [key, total]))
  return {
    total: of("day").reduce((sum, { total }) => sum + total, 0),
    levels: of("level")
      .toSorted((one, other) => Number(one.key) - Number(other.key))
      .map(({ name, total }) => ({ name, total })),
    types: most("type").map(({ key: code, name, total }) => ({ code, name, total })),
    days: daysOf({ from, to }).map((day) => ({ day, total: byDay.get(day) ?? 0 })),
    organisations: most("org")
      .slice(0, alarmLimits.organisations)
      .map(({ key: orgid, name, total }) => ({ orgid, name, total })),
  }
}

function reached({ scope, orgid }: Question): SQL[] {
  if (orgid !== undefined) return [sql`org_id = ${orgid}::bigint`]
  if (scope.reach === "all") return []
  return [sql`org_id = any (${sql.param([...scope.orgs])}::bigint[])`]
}
