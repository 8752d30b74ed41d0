import { z } from "zod"

/** WORK-2: the states of an assessment, with their labels. */
export const assessmentStateLabels = {
  open: "待填报",
  submitted: "待审核",
  returned: "已退回",
  accepted: "已通过",
} as const
export type AssessmentStage = keyof typeof assessmentStateLabels
export const AssessmentStage = z.enum(
  Object.keys(assessmentStateLabels) as [AssessmentStage, ...AssessmentStage[]],
)

export const assessmentActions = [
  "fill",
  "submit",
  "takeBack",
  "extend",
  "review",
  "sendBack",
  "accept",
] as const
export type AssessmentAction = (typeof assessmentActions)[number]

interface Step {
  readonly from: readonly AssessmentStage[]
  /** Null: unchanged. */
  readonly to: AssessmentStage | null
  /** `assessed`: an administrator of the assessed organisation; `reviewer`: one of the scheme's. */
  readonly by: "assessed" | "reviewer"
  /** Only from its first day to its last. */
  readonly inPeriod: boolean
  /** Nobody reviews what they have filled in themselves. */
  readonly byAnother: boolean
  /** Only until a reviewer has written something. */
  readonly beforeReview?: true
}

/** All transitions. An accepted assessment stays accepted. */
export const assessmentSteps: Readonly<Record<AssessmentAction, Step>> = {
  fill: { from: ["open", "returned"], to: null, by: "assessed", inPeriod: true, byAnother: false },
  submit: { from: ["open", "returned"], to: "submitted", by: "assessed", inPeriod: true, byAnother: false },
  // DAY-9: back to where it was before: open, or returned with its reason.
  takeBack: {
    from: ["submitted"],
    to: "open",
    by: "assessed",
    inPeriod: true,
    byAnother: false,
    beforeReview: true,
  },
  extend: { from: ["open", "returned"], to: null, by: "reviewer", inPeriod: false, byAnother: false },
  review: { from: ["submitted"], to: null, by: "reviewer", inPeriod: false, byAnother: true },
  sendBack: { from: ["submitted"], to: "returned", by: "reviewer", inPeriod: false, byAnother: true },
  accept: { from: ["submitted"], to: "accepted", by: "reviewer", inPeriod: false, byAnother: true },
}

export interface AssessmentFacts {
  readonly stage: AssessmentStage
  /** Days, as `2026-11-15`. */
  readonly begins: string
  readonly ends: string
  /** Since it was submitted, a reviewer has written something. */
  readonly isReviewBegun: boolean
}

interface AssessmentActor {
  /** Administers the assessed organisation, and is of it. */
  readonly isAssessed: boolean
  /** Administers the organisation whose scheme it is. */
  readonly isReviewer: boolean
  /** Has filled in some of it, or submitted it. */
  readonly hasFilled: boolean
}

export type AssessmentObstacle = "person" | "own" | "state" | "begun" | "early" | "late"

/** What prevents it today; null: nothing. */
export function assessmentObstacle(
  action: AssessmentAction,
  { stage, begins, ends, isReviewBegun }: AssessmentFacts,
  { isAssessed, isReviewer, hasFilled }: AssessmentActor,
  today: string,
): AssessmentObstacle | null {
  const { from, by, inPeriod, byAnother, beforeReview } = assessmentSteps[action]
  if (!(by === "assessed" ? isAssessed : isReviewer)) return "person"
  if (!from.includes(stage)) return "state"
  if (byAnother && hasFilled) return "own"
  if (beforeReview && isReviewBegun) return "begun"
  if (!inPeriod) return null
  if (today < begins) return "early"
  return today > ends ? "late" : null
}

interface Weighed {
  readonly weight: number
  readonly score: number | null
}

/** The weighted sum, in hundredths; an item without a score counts zero. */
export function weightedSum(items: readonly Weighed[]): number {
  const sum = items.reduce((all, { weight, score }) => all + weight * (score ?? 0), 0)
  return Math.round(sum * 100) / 100
}
