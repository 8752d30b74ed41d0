import type { TaskRepeat } from "@uc/contract/tasks/calls"

const dayMs = 86_400_000
/** Shanghai has had no summer time since 1991. */
const shanghaiMs = 8 * 3_600_000

/** The moment of occurrence `no`, 0 being the first. The 31st becomes the last day of a shorter month. */
export function occurrenceAt(first: Date, every: TaskRepeat, no: number): Date {
  switch (every) {
    case "daily":
      return new Date(first.getTime() + no * dayMs)
    case "weekly":
      return new Date(first.getTime() + no * 7 * dayMs)
    case "monthly": {
      const there = new Date(first.getTime() + shanghaiMs)
      const [year, month] = [there.getUTCFullYear(), there.getUTCMonth() + no]
      const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
      const day = Math.min(there.getUTCDate(), lastDay)
      const time = there.getTime() % dayMs
      return new Date(Date.UTC(year, month, day) + time - shanghaiMs)
    }
  }
}

/**
 * The newest occurrence that is due by now, after `last`; null: none. Occurrences missed while the server was off are
 * skipped: five tasks for five past mornings help nobody.
 */
export function occurrenceDue(first: Date, every: TaskRepeat, last: number, now: Date): number | null {
  let no = last
  while (occurrenceAt(first, every, no + 1) <= now) no++
  return no === last ? null : no
}

const longestWarningMs = dayMs

/** A day before it is due; for a short task, when half of its time is over. */
export function reminderAt(given: Date, due: Date | null): Date | null {
  if (due === null || due <= given) return null
  const warning = Math.min(longestWarningMs, (due.getTime() - given.getTime()) / 2)
  return new Date(due.getTime() - warning)
}
