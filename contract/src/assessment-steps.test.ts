import { expect, test } from "vitest"
import {
  assessmentActions,
  assessmentObstacle,
  AssessmentStage,
  assessmentSteps,
  weightedSum,
} from "./assessment-steps.ts"

const facts = { begins: "2026-11-01", ends: "2026-11-30" }
const both = { isAssessed: true, isReviewer: true }

test("[WORK-2] open → submitted → returned or accepted: from every state exactly these steps go, and what is accepted stays", () => {
  const allowed = AssessmentStage.options.map((stage) => [
    stage,
    assessmentActions.filter(
      (action) => assessmentObstacle(action, { ...facts, stage }, both, "2026-11-15") === null,
    ),
  ])
  expect(allowed).toEqual([
    ["open", ["fill", "submit"]],
    ["submitted", ["review", "sendBack", "accept"]],
    ["returned", ["fill", "submit"]],
    ["accepted", []],
  ])
  expect(assessmentActions.map((action) => assessmentSteps[action].to)).toEqual([
    null,
    "submitted",
    null,
    "returned",
    "accepted",
  ])
})

test("[WORK-2] it is filled in by the assessed and from the first day to the last, reviewed by those who gave it at any time", () => {
  const open = { ...facts, stage: "open" } as const
  const days = ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"]
  expect(days.map((day) => assessmentObstacle("submit", open, both, day))).toEqual([
    "early",
    null,
    null,
    "late",
  ])
  const submitted = { ...facts, stage: "submitted" } as const
  expect(assessmentObstacle("accept", submitted, both, "2027-01-01")).toBeNull()
  const assessed = { isAssessed: true, isReviewer: false }
  const reviewer = { isAssessed: false, isReviewer: true }
  expect(assessmentObstacle("fill", open, reviewer, "2026-11-15")).toBe("person")
  expect(assessmentObstacle("accept", submitted, assessed, "2026-11-15")).toBe("person")
})

test("[WORK-2] the sum goes by weight, exact to the hundredth", () => {
  expect(
    weightedSum([
      { weight: 0.1, score: 0.2 },
      { weight: 2, score: 9.5 },
      { weight: 3, score: null },
    ]),
  ).toBe(19.02)
})
