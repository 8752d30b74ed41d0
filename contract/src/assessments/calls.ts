import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { timeoutsMs } from "../core/http.ts"
import { Day, Id, Moment, oneOf, page, paging } from "../core/wire.ts"

export const assessmentStates = { open: 0, submitted: 1, returned: 2, accepted: 3 } as const
export const AssessmentState = z.enum(assessmentStates)
export type AssessmentState = z.infer<typeof AssessmentState>

/** A scheme as one organisation has it to fill in (WORK-2). */
export const Assessment = z.object({
  id: Id,
  title: z.string(),
  orgid: Id,
  orgname: z.string(),
  begins: Day,
  ends: Day,
  state: AssessmentState,
  /** Null until it is reviewed. */
  score: z.number().nullable(),
})
export type Assessment = z.infer<typeof Assessment>

/** How complete an organisation's base data is. */
export const OrganisationProfile = z.object({
  orgid: Id,
  orgname: z.string(),
  /** In percent. */
  completeness: z.int().min(0).max(100),
  updatetime: Moment.nullable(),
})
export type OrganisationProfile = z.infer<typeof OrganisationProfile>

/** DAY-13: otherwise those with the most gaps first. */
const profileSorting = sortedBy("orgname", "completeness", "updatetime")

export const assessmentCalls = {
  list: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/assessment/getList",
    permission: "assessments.read",
    timeoutMs: timeoutsMs.assessment,
    input: z.object({
      ...paging,
      orgid: Id.optional(),
      state: oneOf(
        assessmentStates.open,
        assessmentStates.submitted,
        assessmentStates.returned,
        assessmentStates.accepted,
      ).optional(),
    }),
    output: page(Assessment),
  }),
  profiles: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/profile/getList",
    permission: null,
    timeoutMs: timeoutsMs.assessment,
    input: z.object({ ...paging, orgid: Id.optional(), ...profileSorting }),
    output: page(OrganisationProfile),
  }),
  exportProfiles: call({
    ...exporting,
    service: "newusercenter",
    path: "/v1/profile/exportList",
    permission: null,
    input: z.object({ orgid: Id.optional(), ...profileSorting }),
  }),
}
