import { assessmentLimits } from "@uc/contract/assessments/messages"
import type { assessmentAdminCalls, AssessmentResult } from "@uc/contract/assessments/admin-calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"
import { isOfAdministered } from "./seen-assessment.ts"

export type Results = OutputOf<typeof assessmentAdminCalls.results>
type Trend = OutputOf<typeof assessmentAdminCalls.trend>

/** WORK-2: the best first; without a period the latest one. */
export async function resultsOf(db: Db, scheme: Id, asked: string | undefined): Promise<Results> {
  const { rows: periods } = await db.execute<Results["trend"][number] & Record<string, unknown>>(sql`
    select period, coalesce(round(avg(score::numeric) filter (where state = 'accepted'), 2), 0)::float8 as average,
      (count(*) filter (where state = 'accepted'))::int as accepted
    from assessment where scheme_id = ${scheme}::bigint
    group by period order by max(due_on) desc, period desc limit ${assessmentLimits.periods}`)
  const period = asked ?? periods[0]?.period ?? ""
  const { rows: fulls } = await db.execute<{ full: number }>(sql`
    select coalesce(sum(weight::numeric * max_score::numeric), 0)::float8 as "full" from assessment_item
    where scheme_id = ${scheme}::bigint`)
  const { rows } = await db.execute<AssessmentResult & Record<string, unknown>>(sql`
    select a.id::text, a.org_id::text as orgid, o.name as orgname, a.state as stage, a.score,
      coalesce((select sum(i.weight::numeric * c.own_score::numeric) from assessment_score c
        join assessment_item i on i.id = c.item_id where c.assessment_id = a.id), 0)::float8 as "ownSum"
    from assessment a join organisation o on o.id = a.org_id
    where a.scheme_id = ${scheme}::bigint and a.period = ${period}
    order by a.score desc nulls last, a.org_id limit ${assessmentLimits.compared + 1}`)
  return {
    period,
    full: fulls[0]?.full ?? 0,
    rows: rows.slice(0, assessmentLimits.compared),
    isCut: rows.length > assessmentLimits.compared,
    trend: periods.toReversed(),
  }
}

/** The latest, the oldest of them first. */
export async function trendOf(db: Db, org: Id, administered: Scope): Promise<Trend["results"]> {
  const { rows } = await db.execute<Trend["results"][number] & Record<string, unknown>>(sql`
    select a.id::text, s.name as title, a.period, coalesce(a.score, 0) as score,
      (select coalesce(sum(i.weight::numeric * i.max_score::numeric), 0)::float8 from assessment_item i
        where i.scheme_id = a.scheme_id) as "full"
    from assessment a join assessment_scheme s on s.id = a.scheme_id
    where a.org_id = ${org}::bigint and a.state = 'accepted' and ${isOfAdministered(administered) ?? sql`true`}
    order by a.due_on desc, a.id desc limit ${assessmentLimits.periods}`)
  return rows.toReversed()
}
