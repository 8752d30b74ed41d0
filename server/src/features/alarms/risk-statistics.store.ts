import type { RiskStatistics } from "@uc/contract/alarms/calls"
import { alarmLimits } from "@uc/contract/alarms/admin-calls"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { planEachTime } from "../../db/queries/plan-each-time.ts"
import { daysOf, momentOf, splitBy, splitSpan, type Period } from "../../db/queries/statistics-period.ts"
import { typeName } from "./type-name.ts"

interface Filter {
  /** The ids of the organisations, as a sub-select. */
  readonly orgs: SQL
  /** All that there are. */
  readonly isAll: boolean
  readonly period: Period
}

interface Row {
  readonly of: "level" | "type" | "org" | "day"
  readonly key: string
  readonly name: string
  readonly total: number
}

/**
 * Whole days and months are counted already (`alarm_day`, `alarm_day_kind`, `alarm_month`); only the partial days at the ends of the
 * period are counted here. One statement, so that all numbers agree.
 */
export async function riskStatistics(db: Db, filter: Filter): Promise<RiskStatistics> {
  const { orgs, period } = filter
  await planEachTime(db)
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with meant as materialized ${orgs},
      by_day as materialized (${byDayOf(filter)}),
      by_kind as materialized (${byKindOf(filter)})
    select 'level' as of, k.level::text as key, l.name, sum(k.total)::int as total
      from by_kind k join alarm_level l on l.level = k.level group by k.level, l.name
    union all select 'type', k.model_code, ${typeName(sql`t.name`, sql`k.model_code`)}, sum(k.total)::int
      from by_kind k left join alarm_type t on t.model_code = k.model_code group by k.model_code, t.name
    union all select 'org', b.org_id::text, o.name, b.total from by_day b join organisation o on o.id = b.org_id
    union all select 'day', to_char(day, 'YYYY-MM-DD'), '', total from by_day where day is not null`)
  const of = (kind: Row["of"]) => rows.filter((row) => row.of === kind)
  const most = (kind: Row["of"]) => of(kind).toSorted((one, other) => other.total - one.total)
  const byDay = new Map(of("day").map(({ key, total }) => [key, total]))
  return {
    total: of("day").reduce((sum, { total }) => sum + total, 0),
    levels: of("level")
      .toSorted((one, other) => Number(one.key) - Number(other.key))
      .map(({ key, name, total }) => ({ level: Number(key), name, total })),
    types: most("type").map(({ key: code, name, total }) => ({ code, name, total })),
    days: daysOf(period).map((day) => ({ day, total: byDay.get(day) ?? 0 })),
    organisations: most("org")
      .slice(0, alarmLimits.organisations)
      .map(({ key: orgid, name, total }) => ({ orgid, name, total })),
  }
}

const nothing = sql`select null::bigint as org_id, null::date as day, 0 as total where false`

/** By organisation (`day` is null) and by day (`org_id` is null). */
function byDayOf({ isAll, period }: Filter): SQL {
  const { whole, edges } = splitBy("day", period)
  const parts = edges.map(
    ({ from, until }) => sql`
      select org_id, (createtime at time zone 'Asia/Shanghai')::date as day, count(*)::int as total
      from meant join alarm_record on org_id = meant.id
      where createtime >= ${momentOf(from)} and createtime < ${momentOf(until)} group by 1, 2`,
  )
  if (whole !== null) {
    const isMeant = sql`total > 0 and day >= ${whole.from}::date and day < ${whole.until}::date`
    parts.push(ofEach(isAll, sql`org_id, day, total`, sql`alarm_day`, isMeant))
  }
  // Both sums in one pass over the rows, without storing them.
  return sql`select org_id, day, sum(total)::int as total
    from (${sql.join([nothing, ...parts], sql` union all `)}) counted group by grouping sets ((org_id), (day))`
}

const nothingOfAKind = sql`select null::smallint as level, null::text as model_code, 0 as total where false`

function byKindOf({ isAll, period }: Filter): SQL {
  const { whole, edges } = splitBy("month", period)
  const ends = edges.map((edge) => splitSpan("day", edge))
  const partialDays = ends.flatMap((end) => end.edges)
  const parts = partialDays.map(
    ({ from, until }) => sql`
      select level, model_code, count(*)::int as total from meant join alarm_record on org_id = meant.id
      where createtime >= ${momentOf(from)} and createtime < ${momentOf(until)} group by 1, 2`,
  )
  for (const { whole: days } of ends) {
    if (days === null) continue
    const isMeant = sql`total > 0 and day >= ${days.from}::date and day < ${days.until}::date`
    const sums = ofEach(isAll, sql`level, model_code, total`, sql`alarm_day_kind`, isMeant)
    parts.push(sql`select level, model_code, sum(total)::int as total from (${sums}) counted group by 1, 2`)
  }
  if (whole !== null) {
    const isMeant = sql`total > 0 and month >= ${whole.from}::date and month < ${whole.until}::date`
    const sums = ofEach(isAll, sql`level, model_code, total`, sql`alarm_month`, isMeant)
    parts.push(sql`select level, model_code, sum(total)::int as total from (${sums}) counted group by 1, 2`)
  }
  return sql.join([nothingOfAKind, ...parts], sql` union all `)
}

/**
 * Organisation by organisation through the index, unless all are wanted: with row-level security the planner would assume
 * that most of the table is wanted, and scan it.
 */
function ofEach(isAll: boolean, columns: SQL, table: SQL, isMeant: SQL): SQL {
  if (isAll) return sql`select ${columns} from ${table} where ${isMeant}`
  return sql`select ${columns} from meant
    cross join lateral (select * from ${table} where org_id = meant.id and ${isMeant} offset 0) of_org`
}
