import { expect, test } from "vitest"
import {
  assessmentActions,
  assessmentObstacle,
  AssessmentStage,
  assessmentSteps,
  weightedSum,
} from "./steps.ts"

const facts = { begins: "2026-11-01", ends: "2026-11-30", isReviewBegun: false }
const both = { isAssessed: true, isReviewer: true, hasFilled: false }

test("[WORK-2] open → submitted → returned or accepted: every state allows exactly its steps", () => {
  const allowed = AssessmentStage.options.map((stage) => [
    stage,
    assessmentActions.filter(
      (action) => assessmentObstacle(action, { ...facts, stage }, both, "2026-11-15") === null,
    ),
  ])
  expect(allowed).toEqual([
    ["open", ["fill", "submit", "extend"]],
    ["submitted", ["takeBack", "review", "sendBack", "accept"]],
    ["returned", ["fill", "submit", "extend"]],
    ["accepted", []],
  ])
  expect(assessmentActions.map((action) => assessmentSteps[action].to)).toEqual([
    null,
    "submitted",
    "open",
    null,
    null,
    "returned",
    "accepted",
  ])
})

test("[WORK-2] filled in by the assessed between first and last day, reviewed by its authors", () => {
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
  const assessed = { ...both, isReviewer: false }
  const reviewer = { ...both, isAssessed: false }
  expect(assessmentObstacle("fill", open, reviewer, "2026-11-15")).toBe("person")
  expect(assessmentObstacle("accept", submitted, assessed, "2026-11-15")).toBe("person")
})

test("[DAY-9] what was submitted is taken back by the assessed until its review begins", () => {
  const submitted = { ...facts, stage: "submitted" } as const
  expect(assessmentObstacle("takeBack", submitted, both, "2026-11-15")).toBeNull()
  expect(assessmentObstacle("takeBack", { ...submitted, isReviewBegun: true }, both, "2026-11-15")).toBe(
    "begun",
  )
  expect(assessmentObstacle("takeBack", submitted, { ...both, isAssessed: false }, "2026-11-15")).toBe(
    "person",
  )
  // After its last day it could not be submitted again.
  expect(assessmentObstacle("takeBack", submitted, both, "2026-12-01")).toBe("late")
})

test("[WORK-2] nobody reviews what they filled in, but may extend its deadline", () => {
  const self = { ...both, hasFilled: true }
  const judged = (["review", "sendBack", "accept"] as const).map((action) =>
    assessmentObstacle(action, { ...facts, stage: "submitted" }, self, "2026-11-15"),
  )
  expect(judged).toEqual(["own", "own", "own"])
  const open = { ...facts, stage: "open" } as const
  expect(assessmentObstacle("extend", open, self, "2026-12-15")).toBeNull()
  expect(assessmentObstacle("submit", open, self, "2026-11-15")).toBeNull()
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
