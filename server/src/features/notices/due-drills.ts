const shanghaiOffsetMs = 8 * 60 * 60 * 1000

/** Shanghai's year, and how much of it has passed, between 0 and 1. */
function yearAt(now: Date): { year: number; passed: number } {
  const year = new Date(now.getTime() + shanghaiOffsetMs).getUTCFullYear()
  const [from, to] = [year, year + 1].map((each) => Date.UTC(each, 0, 1) - shanghaiOffsetMs)
  if (from === undefined || to === undefined) throw new Error("A year has a beginning and an end")
  return { year, passed: (now.getTime() - from) / (to - from) }
}

export interface DrillDuty {
  readonly planId: string
  readonly timesAYear: number
  /** In this year. */
  readonly held: number
  /** A plan that was made during the year counts only for the rest of it. */
  readonly madeAt: Date
}

/**
 * How many should have been held by now, spread evenly over the year; null: enough were. The number is the reminder's
 * key: each further missing drill is a new reminder.
 */
export function dueDrill({ planId, timesAYear, held, madeAt }: DrillDuty, now: Date) {
  const { year, passed } = yearAt(now)
  const made = yearAt(madeAt)
  const since = made.year === year ? made.passed : 0
  const expected = Math.floor(timesAYear * (passed - since))
  return held >= expected ? null : { expected, key: `drill-due:${planId}:${year}:${expected}` }
}
