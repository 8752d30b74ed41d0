import { assessmentMessages } from "@uc/contract/assessments/messages"
import type { AssessmentAction, assessmentObstacle } from "@uc/contract/assessments/steps"
import type { FoundAssessment } from "./assessment-work.store.ts"

/** Why the action is not possible now, with what is possible instead. */
export function sentenceFor(
  action: AssessmentAction,
  obstacle: NonNullable<ReturnType<typeof assessmentObstacle>>,
  { stage, begins, ends }: FoundAssessment,
): string {
  const isOfReview = action !== "fill" && action !== "submit" && action !== "takeBack"
  switch (obstacle) {
    case "person":
      return isOfReview ? assessmentMessages.notReviewer : assessmentMessages.notYours
    case "own":
      return assessmentMessages.ownFilling
    case "early":
      return assessmentMessages.early(begins)
    case "begun":
      return assessmentMessages.reviewBegun
    case "late":
      if (action === "takeBack") return assessmentMessages.lateToTakeBack
      return assessmentMessages.late(ends)
    case "state":
      if (stage === "accepted") return assessmentMessages.accepted
      if (action === "takeBack") return assessmentMessages.notToTakeBack
      if (action === "extend") return assessmentMessages.notExtendable
      if (isOfReview) return assessmentMessages.notSubmitted
      return action === "submit" ? assessmentMessages.submitted : assessmentMessages.notFillable
  }
}
