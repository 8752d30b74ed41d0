import { useQueryClient } from "@tanstack/react-query"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentWorkCalls } from "@uc/contract/assessments/admin-calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { Failure } from "../../platform/http/failure.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { useAct } from "../../platform/http/use-act.ts"
import { callKey } from "../../platform/http/use-call.ts"

const shown = [
  assessmentWorkCalls.schemes,
  assessmentWorkCalls.page,
  assessmentWorkCalls.detail,
  assessmentWorkCalls.results,
  assessmentWorkCalls.trend,
  assessmentWorkCalls.profile,
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
])

export function useAssessmentAct() {
  const client = useQueryClient()
  return useAct({
    shown,
    onFailed(error) {
      if (!(error instanceof Failure && othersWereFirst.has(error.message))) return
      // What is shown is old: the new one comes in its place, and the sentence must outlive it.
      showFailure(error)
      void client.invalidateQueries({ queryKey: callKey(assessmentWorkCalls.detail) })
    },
  })
}
