import type { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { Handlers } from "../../http/calls/implement-calls.ts"

/** Some of the handlers of the calls for administrators; admin.routes.ts puts them together. */
export type AssessmentHandlers<Name extends keyof typeof assessmentAdminCalls> = Pick<
  Handlers<typeof assessmentAdminCalls>,
  Name
>
