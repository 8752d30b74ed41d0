import type { Browser } from "@playwright/test"

export interface Beside {
  readonly what: string
  readonly value: number
  readonly spread: Spread
}

/** The quartiles of the repetitions: how much the machine moved meanwhile. */
export interface Spread {
  readonly low: number
  readonly high: number
  readonly count: number
}

export interface Goal {
  readonly of: "value" | "ratio"
  readonly limit: "at most" | "at least"
  readonly number: number
}

/** What one benchmark found out; without a goal it is there to be known. */
export interface Measured {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly spread: Spread
  /** The same thing done barely, in the same run. */
  readonly beside?: Beside
  /** The middle of what each repetition was to the one beside it. */
  readonly ratio?: number
  readonly goal?: Goal
}

export interface Row extends Measured {
  readonly benchmark: string
  readonly isReached: boolean | null
}

export interface Context {
  readonly root: string
  /** Few repetitions: to see that it works, not how fast it is. */
  readonly isQuick: boolean
  readonly browser: () => Promise<Browser>
  /** The built product with its demo data, shared by all benchmarks that only read. */
  readonly product: () => Promise<{ readonly address: string }>
  /** A folder of this run, removed after it. */
  readonly scratch: (name: string) => string
  /** Ends what a benchmark started, also when it fails: what has been measured does not slow the next one down. */
  readonly onEnd: (end: () => Promise<void>) => void
  /** Ends what several benchmarks share, after the last of them. */
  readonly onRunEnd: (end: () => Promise<void>) => void
  readonly say: (line: string) => void
}

export interface Benchmark {
  readonly name: string
  /** What is wanted, in words. */
  readonly goal: string
  readonly run: (context: Context) => Promise<readonly Measured[]>
}

export function rowOf(benchmark: string, measured: Measured): Row {
  const { value, ratio = Number.NaN, goal } = measured
  if (goal === undefined) return { benchmark, ...measured, isReached: null }
  const judged = goal.of === "ratio" ? ratio : value
  const isReached = goal.limit === "at most" ? judged <= goal.number : judged >= goal.number
  return { benchmark, ...measured, isReached }
}
