import type { PatrolStatistics } from "@uc/contract/patrols"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { daysOf, type Period } from "../../db/statistics-period.ts"

interface Row extends Record<string, unknown> {
  readonly day: string
  readonly planned: number
  readonly done: number
  readonly missed: number
}

/** WORK-3: by the day on which each visit was due. */
export async function patrolStatistics(db: Db, orgs: SQL, { from, to }: Period): Promise<PatrolStatistics> {
  const moment = (wire: string) => sql`(${wire}::timestamp at time zone 'Asia/Shanghai')`
  const { rows } = await db.execute<Row>(sql`
    with meant as materialized ${orgs}
    select to_char(day at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, planned, done, missed
    from (
      select date_bin('1 day', due_at, timestamptz '2000-01-01 00:00:00+08') as day, count(*)::int as planned,
        (count(*) filter (where result in ('normal', 'problem')))::int as done,
        (count(*) filter (where result = 'missed'))::int as missed
      from meant join patrol_record on org_id = meant.id
      where due_at >= ${moment(from)} and due_at < ${moment(to)} + interval '1 second'
      group by 1
    ) by_day`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = daysOf({ from, to }).map((day) => {
    const { planned, done, missed } = byDay.get(day) ?? { planned: 0, done: 0, missed: 0 }
    return { day, planned, done, missed }
  })
  const sum = (key: "planned" | "done" | "missed") => days.reduce((total, day) => total + day[key], 0)
  return { planned: sum("planned"), done: sum("done"), missed: sum("missed"), days }
}
