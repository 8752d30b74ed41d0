import type { Id } from "@uc/contract/wire"
import { eq } from "drizzle-orm"
import type { Db } from "./open.ts"
import { assessmentScore } from "./schema/assessments.ts"

/** What was filled in for one item of an assessment that the transaction's walls show. */
export async function seenAssessmentScore(db: Db, id: Id): Promise<Id | null> {
  const [found] = await db
    .select({ id: assessmentScore.id })
    .from(assessmentScore)
    .where(eq(assessmentScore.id, id))
  return found?.id ?? null
}
