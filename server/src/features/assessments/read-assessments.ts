import type { assessmentAdminCalls, FilledItem } from "@uc/contract/assessments/admin-calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { reaches, reachesBeyond } from "../../db/scope.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { orgsInFilter } from "../areas/public.ts"
import { assessmentSheet } from "./assessment-exports.ts"
import { obstacleFor } from "./assessment-guards.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import { assessmentOf, assessmentPage, writtenOf, type AssessmentFilter } from "./assessment-work.store.ts"
import { sentenceFor } from "./obstacle-sentence.ts"

export const readAssessmentHandlers: AssessmentHandlers<"page" | "exportPage" | "detail"> = {
  page: async ({ limit, before, ...filters }, context) =>
    assessmentPage(context.db, await filterFor(context, filters), { limit, before }),

  exportPage: async (filters, context) => {
    const sheets = [assessmentSheet(context.db, await filterFor(context, filters))]
    return exportedFile(context, { action: "assessmentAdmin.exportPage", name: "考核", sheets })
  },

  detail: async ({ id }, context) => {
    const found = foundOrForbidden(await assessmentOf(context.db, id, "none"))
    const { administered } = context.user
    if (!reaches(administered, found.orgId) && !reaches(administered, found.schemeOrg)) throw outOfReach()
    const written = foundOrForbidden(await writtenOf(context.db, found))
    const filling = obstacleFor(context, "fill", found)
    const reviewing = obstacleFor(context, "review", found)
    const isExplained = filling === "early" || filling === "late"
    return {
      ...written,
      items:
        reviewing === null || found.stage !== "submitted" ? written.items : written.items.map(withoutReview),
      mayFill: filling === null,
      mayTakeBack: obstacleFor(context, "takeBack", found) === null,
      mayReview: reviewing === null,
      mayExtend: obstacleFor(context, "extend", found) === null,
      why: isExplained
        ? sentenceFor("fill", filling, found)
        : reviewing === "own"
          ? sentenceFor("review", reviewing, found)
          : null,
    }
  },
}

type Filters = ParsedInputOf<typeof assessmentAdminCalls.exportPage>

async function filterFor(context: RequestContext, { of, ...filters }: Filters): Promise<AssessmentFilter> {
  const { orgid } = context.user.user
  const orgs = await orgsInFilter(context, of === "mine" ? { orgid } : {})
  const { administered } = context.user
  const withOwn = reachesBeyond(administered, orgid)
  return { orgs, administered, giver: of === "given" ? orgid : null, withOwn, ...filters }
}

/** Until it is decided, only reviewers see what reviewers have noted. */
function withoutReview(item: FilledItem): FilledItem {
  return { ...item, reviewScore: null, remark: "" }
}
