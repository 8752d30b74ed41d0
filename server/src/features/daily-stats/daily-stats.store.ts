import { dailyNumberNames, type DailyNumberCode, type DailyNumber } from "@uc/contract/daily-stats/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { planEachTime } from "../../db/queries/plan-each-time.ts"

interface Row extends Record<string, unknown> {
  readonly code: DailyNumberCode
  readonly current: number
  readonly previous: number
}

interface Counting {
  readonly from: SQL
  /** The column that decides to which day it belongs. */
  readonly by: { readonly moment: SQL } | { readonly day: SQL }
  /** How many a row stands for. */
  readonly weight?: SQL
  /** Rows of the same are one. */
  readonly each?: SQL
}

/** Each by an index of organisation and moment; daily counts are used where they exist. */
const counted: Record<Exclude<DailyNumberCode, "tasks">, Counting> = {
  alarms: { from: sql`alarm_day`, by: { day: sql`day` }, weight: sql`total` },
  handled: { from: sql`alarm`, by: { moment: sql`closed_at` } },
  patrols: { from: sql`patrol_day`, by: { day: sql`day` }, weight: sql`done` },
  missed: { from: sql`patrol_day`, by: { day: sql`day` }, weight: sql`missed` },
  // Drills that were held: a running one is in no ledger yet.
  drills: {
    from: sql`(select * from drill where zx_type = 2 and ended_at is not null) held`,
    by: { moment: sql`yazx_bdate` },
  },
  signIns: { from: sql`(select * from login_log where result = 'signed-in') log`, by: { moment: sql`at` } },
}

/** Each task once, however many finished it, as the list behind the number shows them; who administers nobody sees their own. */
function tasksDone(own: Id | null): Counting {
  const whose = own === null ? sql`` : sql` and person_id = ${own}::bigint`
  return {
    from: sql`(select * from task_assignee where state = 'done'${whose}) done`,
    by: { moment: sql`finished_at` },
    each: sql`task_id`,
  }
}

const codes = Object.keys(dailyNumberNames) as DailyNumberCode[]

interface Asked {
  readonly day: string | undefined
  readonly own: Id | null
  /** Whose count, where the viewer sees more organisations than they have the permission for; null: all of the filter. */
  readonly tasksIn: readonly Id[] | null
  readonly signInsIn: readonly Id[] | null
}

/** A day beside the whole day before it, by Shanghai's midnight; without a day, today by the database's clock. */
export async function dailyNumbers(
  db: Db,
  orgs: SQL,
  { day: asked, own, tasksIn, signInsIn }: Asked,
): Promise<DailyNumber[]> {
  const day = asked ?? (await today(db))
  const one = (code: DailyNumberCode) => {
    const { from, by, weight = sql`1`, each } = code === "tasks" ? tasksDone(own) : counted[code]
    const total = each ? sql`count(distinct ${each})` : sql`sum(${weight})`
    // Inlined, so that the planner knows how small a day is.
    const first = "day" in by ? sql`${day}::date` : sql`(${day}::timestamp at time zone 'Asia/Shanghai')`
    const oneDay = "day" in by ? sql`1` : sql`interval '1 day'`
    const at = "day" in by ? by.day : by.moment
    const only = code === "tasks" ? tasksIn : code === "signIns" ? signInsIn : null
    const isCounted = only === null ? sql`true` : sql`meant.id = any (${sql.param([...only])}::bigint[])`
    return sql`
      select ${code}::text as code, coalesce(${total} filter (where ${at} >= ${first}), 0)::int as current,
        coalesce(${total} filter (where ${at} < ${first}), 0)::int as previous
      from meant join ${from} on org_id = meant.id
      where ${isCounted} and ${at} >= ${first} - ${oneDay} and ${at} < ${first} + ${oneDay}`
  }
  await planEachTime(db)
  const { rows } = await db.execute<Row>(
    sql`with meant as materialized ${orgs} ${sql.join(codes.map(one), sql` union all `)}`,
  )
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return codes.map((code) => ({
    code,
    name: dailyNumberNames[code],
    current: byCode.get(code)?.current ?? 0,
    previous: byCode.get(code)?.previous ?? 0,
  }))
}

async function today(db: Db): Promise<string> {
  const { rows } = await db.execute<{ today: string }>(
    sql`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today`,
  )
  return rows[0]?.today ?? ""
}
