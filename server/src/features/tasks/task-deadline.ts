import { taskLimits } from "@uc/contract/tasks/messages"

/** Why a task may not be due then; null: it may. The names are those of the sentences in `taskMessages`. */
export function deadlineObstacle(due: Date | null, now: Date): "duePast" | "dueTooFar" | null {
  if (due === null) return null
  if (due <= now) return "duePast"
  const latest = new Date(now)
  latest.setFullYear(latest.getFullYear() + taskLimits.dueYears)
  return due > latest ? "dueTooFar" : null
}
