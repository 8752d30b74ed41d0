import { hazardCalls } from "@uc/contract/hazards/calls"
import { hazardMessages } from "@uc/contract/hazards/messages"
import type { HazardAction } from "@uc/contract/hazards/steps"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { changeHazard } from "./change-hazard.ts"
import { hazardDetail } from "./hazard-detail.store.ts"
import { hazardSheets } from "./hazard-export.ts"
import { hazardPage, hazardStatistics, type HazardFilter } from "./hazard-list.store.ts"
import { hazardOfSource, sourceOf } from "./hazard-source.ts"
import { mayReportFor, reportHazard } from "./report-hazard.ts"

export const hazardRoutes = implementCalls(hazardCalls, ({ database }) => {
  const acts =
    (action: HazardAction) => (act: Parameters<typeof changeHazard>[3], context: RequestContext) => {
      mustBeStaff(context)
      return changeHazard(context, database, action, act)
    }
  return {
    list: ({ start, limit, sort, ...filters }, context) =>
      hazardPage(context.db, { ...filterOf(context, filters), sort }, { start, limit }),

    statistics: (filters, context) => hazardStatistics(context.db, filterOf(context, filters)),

    exportList: async ({ sort, ...filters }, context) => {
      const sheets = await hazardSheets(context.db, { ...filterOf(context, filters), sort })
      return exportedFile(context, { action: "hazards.exportList", name: "隐患台账", sheets })
    },

    detail: async ({ id }, context) => {
      mustBeStaff(context)
      return foundOrForbidden(await hazardDetail(context.db, context.user, id))
    },

    ofSource: async (asked, context) => {
      mustBeStaff(context)
      const source = await sourceOf(context.db, asked)
      if (!source) throw new Refusal(hazardMessages.sourceMissing)
      const found = await hazardOfSource(context.db, source)
      const mayReport = found === null && source.obstacle === null && mayReportFor(context, source.orgId)
      return { hazard: found, mayReport }
    },

    report: (wanted, context) => {
      mustBeStaff(context)
      return reportHazard(context, wanted)
    },

    assign: acts("assign"),
    reject: acts("reject"),
    rectify: acts("rectify"),
    close: acts("close"),
    sendBack: acts("sendBack"),
    urge: acts("urge"),
  }
})

/** The filters in the store's form; an organisation out of reach is refused. */
function filterOf(context: RequestContext, filters: Omit<HazardFilter, "viewer" | "scope">): HazardFilter {
  mustBeStaff(context)
  const {
    scope,
    user: { user, administered },
  } = context
  if (filters.orgid !== undefined) mustReach(scope, filters.orgid)
  const { id, orgid, usertype } = user
  const viewer = { id, orgid, usertype, managesHazards: reaches(administered, orgid) }
  return { ...filters, viewer, scope }
}

/** Parents do not see what is dangerous where and who works on it. */
function mustBeStaff({ user: { user } }: RequestContext): void {
  if (user.isParent) throw new Refusal(hazardMessages.staffOnly, { status: 403 })
}
