import { assessmentStates, type Assessment, type AssessmentState } from "@uc/contract/assessments/calls"
import { and, desc, eq, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { assessment, assessmentScheme } from "../../db/schema/assessments.ts"
import { organisation } from "../../db/schema/organisations.ts"

type StateName = keyof typeof assessmentStates
const stateNames = Object.keys(assessmentStates) as StateName[]

/** WORK-2: those that end last first. */
export async function assessments(
  db: Db,
  orgs: SQL,
  { start, limit, state }: { start: number; limit: number; state?: AssessmentState | undefined },
): Promise<{ total: number; items: Assessment[] }> {
  const wanted = stateNames.find((name) => assessmentStates[name] === state)
  const where = and(
    sql`${assessment.orgId} in ${orgs}`,
    wanted === undefined ? undefined : eq(assessment.state, wanted),
  )
  const page = db
    .select({
      id: assessment.id,
      // Row-level security hides a scheme that is no longer shared; the assessment is still visible.
      title: sql<string>`concat_ws(' ', ${assessment.period}, ${assessmentScheme.name})`,
      orgid: assessment.orgId,
      orgname: organisation.name,
      begins: assessment.startsOn,
      ends: assessment.dueOn,
      state: assessment.state,
      score: assessment.score,
    })
    .from(assessment)
    .innerJoin(organisation, eq(organisation.id, assessment.orgId))
    .leftJoin(assessmentScheme, eq(assessmentScheme.id, assessment.schemeId))
    .where(where)
    .orderBy(desc(assessment.dueOn), desc(assessment.id))
    .offset(start)
    .limit(limit)
  const [items, total] = await Promise.all([page, db.$count(assessment, where)])
  return { total, items: items.map((item) => ({ ...item, state: assessmentStates[item.state] })) }
}
