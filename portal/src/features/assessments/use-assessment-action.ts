import { useQueryClient } from "@tanstack/react-query"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { Failure } from "../../platform/http/failure.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { callKey } from "../../platform/http/use-call.ts"

const shown = [
  assessmentAdminCalls.schemes,
  assessmentAdminCalls.page,
  assessmentAdminCalls.detail,
  assessmentAdminCalls.results,
  assessmentAdminCalls.trend,
  assessmentAdminCalls.profile,
  assessmentCalls.list,
  assessmentCalls.profiles,
]

/** Another device or administrator has done it already. */
const othersWereFirst: ReadonlySet<string> = new Set([
  assessmentMessages.movedMeanwhile,
  assessmentMessages.submitted,
  assessmentMessages.notFillable,
  assessmentMessages.notSubmitted,
  assessmentMessages.accepted,
  assessmentMessages.reviewBegun,
  assessmentMessages.notToTakeBack,
])

export function useAssessmentAction() {
  const client = useQueryClient()
  function onFailed(error: unknown) {
    if (!(error instanceof Failure && othersWereFirst.has(error.message))) return
    // The shown data is old: it is loaded again, and the sentence must stay.
    showFailure(error)
    void client.invalidateQueries({ queryKey: callKey(assessmentAdminCalls.detail) })
  }
  return { ...useAction({ shown, onFailed }), onFailed }
}
