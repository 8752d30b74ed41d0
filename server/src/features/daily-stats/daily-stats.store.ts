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
  /** Where daily counts are used: its single rows, with `due`, the moment that decides the day, and `at`, when it happened. */
  readonly rows?: SQL
}

/** Each by an index of organisation and moment; daily counts are used where they exist. */
const counted: Record<Exclude<DailyNumberCode, "tasks">, Counting> = {
  alarms: {
    from: sql`alarm_day`,
    by: { day: sql`day` },
    weight: sql`total`,
    rows: sql`(select org_id, createtime as due, createtime as at from alarm_record) reported`,
  },
  handled: { from: sql`alarm_record`, by: { moment: sql`closed_at` } },
  patrols: {
    from: sql`patrol_day`,
    by: { day: sql`day` },
    weight: sql`done`,
    rows: sql`(select org_id, due_at as due, coalesce(checked_at, due_at) as at from patrol_record
      where result in ('normal', 'problem')) made`,
  },
  missed: {
    from: sql`patrol_day`,
    by: { day: sql`day` },
    weight: sql`missed`,
    rows: sql`(select org_id, due_at as due, due_at + make_interval(mins => coalesce(grace_minutes, 0)::int) as at
      from patrol_record where result = 'missed') not_made`,
  },
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

/**
 * A day beside the day before it, by Shanghai's midnight; without a day, today by the database's clock. DAY-10: today is not
 * over, so it is compared with yesterday up to the same hour; any other day with the whole day before it.
 */
export async function dailyNumbers(
  db: Db,
  orgs: SQL,
  { day: asked, own, tasksIn, signInsIn }: Asked,
): Promise<DailyNumber[]> {
  const day = asked ?? (await today(db))
  const one = (code: DailyNumberCode) => {
    const {
      from,
      by,
      weight = sql`1`,
      each,
      rows: singly,
    } = code === "tasks" ? tasksDone(own) : counted[code]
    const total = each ? sql`count(distinct ${each})` : sql`sum(${weight})`
    // Inlined, so that the planner knows how small a day is.
    const midnight = sql`(${day}::timestamp at time zone 'Asia/Shanghai')`
    const until = sql`(case when now() >= ${midnight} and now() < ${midnight} + interval '1 day'
      then now() - interval '1 day' else ${midnight} end)`
    const only = code === "tasks" ? tasksIn : code === "signIns" ? signInsIn : null
    const isCounted = only === null ? sql`true` : sql`meant.id = any (${sql.param([...only])}::bigint[])`
    if ("day" in by)
      return sql`
      select ${code}::text as code,
        (select coalesce(${total}, 0)::int from meant join ${from} on org_id = meant.id
          where ${isCounted} and ${by.day} = ${day}::date) as current,
        (select count(*)::int from meant join ${singly ?? from} on org_id = meant.id
          where ${isCounted} and due >= ${midnight} - interval '1 day' and due < ${midnight} and at < ${until}) as previous`
    const at = by.moment
    return sql`
      select ${code}::text as code, coalesce(${total} filter (where ${at} >= ${midnight}), 0)::int as current,
        coalesce(${total} filter (where ${at} < ${until}), 0)::int as previous
      from meant join ${from} on org_id = meant.id
      where ${isCounted} and ${at} >= ${midnight} - interval '1 day' and ${at} < ${midnight} + interval '1 day'`
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
