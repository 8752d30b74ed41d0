import { taskLimits } from "@uc/contract/tasks/messages"
import { expect, test } from "vitest"
import { deadlineObstacle } from "./task-deadline.ts"

const now = new Date("2026-03-02T00:00:00Z")

test("[LAYOUT-6][WORK-1] a deadline lies ahead, at most some years", () => {
  const yearsAhead = (years: number, more = 0) => new Date(Date.UTC(2026 + years, 2, 2) + more)
  expect(deadlineObstacle(null, now)).toBeNull()
  expect(deadlineObstacle(now, now)).toBe("duePast")
  expect(deadlineObstacle(new Date(now.getTime() + 1), now)).toBeNull()
  expect(deadlineObstacle(yearsAhead(taskLimits.dueYears), now)).toBeNull()
  expect(deadlineObstacle(yearsAhead(taskLimits.dueYears, 1), now)).toBe("dueTooFar")
})
