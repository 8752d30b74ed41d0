import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { foundOrForbidden, mustAdminister, mustReach } from "../../session/reach.ts"
import { trendSheet } from "./assessment-exports.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import { resultSheet } from "./result-export.ts"
import { resultsOf, trendOf } from "./results.store.ts"

export const resultHandlers: AssessmentHandlers<"results" | "exportResults" | "trend" | "exportTrend"> = {
  results: async ({ schemeId, period }, context) => {
    await mustSeeResults(context, schemeId)
    return resultsOf(context.db, schemeId, period)
  },

  exportResults: async ({ schemeId, period }, context) => {
    const title = await mustSeeResults(context, schemeId)
    const results = await resultsOf(context.db, schemeId, period)
    const name = `${results.period}${title}结果`
    const sheets = [resultSheet(results)]
    return exportedFile(context, { action: "assessmentAdmin.exportResults", name, sheets })
  },

  trend: async (asked, context) => ({ results: await trendFor(context, asked) }),

  exportTrend: async (asked, context) => {
    const sheets = [trendSheet(await trendFor(context, asked))]
    return exportedFile(context, { action: "assessmentAdmin.exportTrend", name: "历次得分", sheets })
  },
}

function trendFor(context: RequestContext, { orgid }: { readonly orgid?: Id | undefined }) {
  return trendOf(
    context.db,
    mustReach(context.scope, orgid ?? context.user.user.orgid),
    context.user.administered,
  )
}

/** Only the organisation that gave the scheme compares the others. Returns the title. */
async function mustSeeResults(context: RequestContext, schemeId: Id): Promise<string> {
  const { rows } = await context.db.execute<{ org: Id; title: string }>(
    sql`select org_id::text as org, name as title from assessment_scheme where id = ${schemeId}::bigint`,
  )
  const { org, title } = foundOrForbidden(rows[0])
  mustAdminister(context, org)
  return title
}
