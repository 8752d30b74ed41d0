import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

interface MonthFacts {
  /** Tables for which next month has no part of its own. */
  readonly missing: readonly string[]
  /** Tables with rows of a month that no part was made for. */
  readonly unplaced: readonly string[]
  readonly archived: number
  /** How many of them are in the database again for a while. */
  readonly back: number
}

/** For 运行状态. */
export async function monthFacts(db: Db): Promise<MonthFacts> {
  const { rows } = await db.execute<{ parent: string; part: string; isMissing: boolean }>(sql`
    select parent, part, from_month <= (date_trunc('month', now() at time zone 'Asia/Shanghai') + interval '1 month')::date
      as "isMissing" from month_parts() where until_month is null`)
  const unplaced: string[] = []
  for (const { parent, part } of rows) {
    const { rows: found } = await db.execute(sql`select 1 from ${sql.identifier(part)} limit 1`)
    if (found.length > 0) unplaced.push(parent)
  }
  const { rows: counts } = await db.execute<{ archived: number; back: number }>(sql`
    select count(*)::int as archived, count(*) filter (where state = 'back')::int as back
    from archived_month where table_name <> 'alarm_confirmation'`)
  return {
    missing: rows.filter(({ isMissing }) => isMissing).map(({ parent }) => parent),
    unplaced,
    archived: counts[0]?.archived ?? 0,
    back: counts[0]?.back ?? 0,
  }
}
