import { assessmentLimits } from "@uc/contract/assessments/messages"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { AssessmentStage } from "@uc/contract/assessments/steps"
import { Cursor, Id } from "@uc/contract/core/wire"
import { z } from "zod"
import {
  filter,
  openItem,
  pageAt,
  pageNumber,
  sorting,
  urlFilters,
  view,
} from "../../page-kit/list/url-filters.ts"

export const assessmentViews = {
  mine: "本单位填报",
  given: "下发与审核",
  schemes: "考核方案",
  results: "考核结果",
  profiles: "单位档案",
} as const
export type AssessmentView = keyof typeof assessmentViews
const views = Object.keys(assessmentViews) as AssessmentView[]

/** What is shown; all of it stands in the address. */
export const assessmentFilters = urlFilters({
  /** Empty: the default for this viewer. */
  view: view<AssessmentView | "">(z.enum(["", ...views]), ""),
  stage: filter(AssessmentStage),
  search: filter(z.string().max(assessmentLimits.searched)),
  before: pageAt(Cursor),
  sort: sorting<string>(assessmentAdminCalls.page, assessmentCalls.profiles),
  page: pageNumber,
  /** The one that is open. */
  id: openItem(Id),
  scheme: openItem(Id),
  period: openItem(z.string().max(assessmentLimits.period)),
  /** Whose profile is open. */
  org: openItem(Id),
})
export type AssessmentFilterState = typeof assessmentFilters.usual
