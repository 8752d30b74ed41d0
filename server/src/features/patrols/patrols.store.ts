import type { PatrolStatistics } from "@uc/contract/patrols/calls"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { planEachTime } from "../../db/queries/plan-each-time.ts"
import { daysOf, momentOf, splitBy, type Period } from "../../db/queries/statistics-period.ts"

interface Row extends Record<string, unknown> {
  readonly day: string
  readonly planned: number
  readonly done: number
  readonly missed: number
}

/**
 * WORK-3: by the day on which each visit was due. Whole days are counted already (`patrol_day`); visits still to come
 * are subtracted, so that the numbers are those of the list. `orgs` is a sub-select of ids; null: all, by one scan.
 */
export async function patrolStatistics(db: Db, orgs: SQL | null, period: Period): Promise<PatrolStatistics> {
  const { whole, edges } = splitBy("day", period)
  const visits = orgs === null ? sql`patrol_record` : sql`meant join patrol_record on org_id = meant.id`
  const parts = [
    ...(whole === null ? [] : [daysIn(orgs, sql`day >= ${whole.from}::date and day < ${whole.until}::date`)]),
    ...edges.map(
      ({ from, until }) => sql`
        select (due_at at time zone 'Asia/Shanghai')::date, 1, (result in ('normal', 'problem'))::int,
          (result = 'missed')::int
        from ${visits} where due_at >= ${momentOf(from)} and due_at < ${momentOf(until)}`,
    ),
    sql`select (due_at at time zone 'Asia/Shanghai')::date, -1, 0, 0 from ${visits}
      where ${isToCome} and due_at >= ${momentOf(period.from)} and due_at <= ${momentOf(period.to)}`,
  ]
  if (parts.length === 1) return { planned: 0, done: 0, missed: 0, days: [] }
  await planEachTime(db)
  const { rows } = await db.execute<Row>(sql`
    ${orgs === null ? sql`` : sql`with meant as materialized ${orgs}`}
    select to_char(day, 'YYYY-MM-DD') as day, sum(planned)::int as planned, sum(done)::int as done,
      sum(missed)::int as missed
    from (${sql.join(parts, sql` union all `)}) counted (day, planned, done, missed) group by counted.day`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = daysOf(period).map((day) => {
    const { planned, done, missed } = byDay.get(day) ?? { planned: 0, done: 0, missed: 0 }
    return { day, planned, done, missed }
  })
  const sum = (key: "planned" | "done" | "missed") => days.reduce((total, day) => total + day[key], 0)
  return { planned: sum("planned"), done: sum("done"), missed: sum("missed"), days }
}

/** Neither due yet nor made early: counted and listed only when asked for. */
export const isToCome = sql`(patrol_record.result = 'due' and patrol_record.due_at > now())`

function daysIn(orgs: SQL | null, isIn: SQL): SQL {
  if (orgs === null) return sql`select day, planned, done, missed from patrol_day where ${isIn}`
  // One organisation after the other by the key: with row-level security the planner would scan the table.
  return sql`select day, planned, done, missed from meant cross join lateral (
    select * from patrol_day where org_id = meant.id and ${isIn} offset 0) of_org`
}
