import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { fillInHandlers } from "./fill-in-assessment.ts"
import { giveSchemeHandlers } from "./give-scheme.ts"
import { schemeHandlers } from "./scheme-handlers.ts"
import { profileHandlers } from "./organisation-profile.ts"
import { readAssessmentHandlers } from "./read-assessments.ts"
import { resultHandlers } from "./read-results.ts"
import { reviewHandlers } from "./review-assessment.ts"

export const assessmentAdminRoutes = implementCalls(assessmentAdminCalls, (services) => ({
  ...schemeHandlers(services),
  ...giveSchemeHandlers,
  ...readAssessmentHandlers,
  ...fillInHandlers(services),
  ...reviewHandlers(services),
  ...resultHandlers,
  ...profileHandlers,
}))
