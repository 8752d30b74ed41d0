import { comparedNames, type ComparedCode, type ComparedNumber } from "@uc/contract/comparison"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

interface Row extends Record<string, unknown> {
  readonly code: ComparedCode
  readonly current: number
  readonly previous: number
}

/** Where each number is counted, and by which moment it belongs to a day. Each pair with the organisation has an index. */
const counted: Record<ComparedCode, SQL> = {
  alarms: sql`select org_id, createtime as at from alarm`,
  handled: sql`select org_id, closed_at as at from alarm where closed_at is not null`,
  patrols: sql`select org_id, due_at as at from patrol_record where result in ('normal', 'problem')`,
  missed: sql`select org_id, due_at as at from patrol_record where result = 'missed'`,
  tasks: sql`select org_id, finished_at as at from task_assignee where finished_at is not null`,
  drills: sql`select org_id, yazx_bdate as at from drill where zx_type = 2`,
  signIns: sql`select org_id, at from login_log where result = 'signed-in'`,
}

const codes = Object.keys(comparedNames) as ComparedCode[]

/** A day beside the whole day before it, by Shanghai's midnight; without a day, today by the database's clock. */
export async function comparedNumbers(db: Db, orgs: SQL, day: string | undefined): Promise<ComparedNumber[]> {
  const asked = day === undefined ? sql`(now() at time zone 'Asia/Shanghai')::date` : sql`${day}::date`
  const one = (code: ComparedCode) => sql`
    select ${code}::text as code,
      (count(*) filter (where at >= begins))::int as current,
      (count(*) filter (where at < begins))::int as previous
    from bounds cross join meant join (${counted[code]}) happened
      on happened.org_id = meant.id and at >= begins - interval '1 day' and at < begins + interval '1 day'`
  const { rows } = await db.execute<Row>(sql`
    with meant as materialized ${orgs},
      bounds as materialized (select ${asked}::timestamp at time zone 'Asia/Shanghai' as begins)
    ${sql.join(codes.map(one), sql` union all `)}`)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return codes.map((code) => ({
    code,
    name: comparedNames[code],
    current: byCode.get(code)?.current ?? 0,
    previous: byCode.get(code)?.previous ?? 0,
  }))
}
