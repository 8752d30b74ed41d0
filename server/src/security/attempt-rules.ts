const minute = 60
const hour = 60 * minute
const day = 24 * hour

export interface AttemptRule {
  /** How many attempts are made before the counter locks. */
  readonly atMost: number
  /** Counting starts again after so long. */
  readonly withinS: number
  /**
   * `try`: after so long without an attempt, so that no span of that length ever holds more than `atMost`. `first`: after
   * so long since the first one, for what many people share: their mistakes must not add up all day.
   */
  readonly since: "try" | "first"
  /** The first lock, the second, … each time without a success between; the last one is repeated. */
  readonly lockS: readonly number[]
  /** After a success: `reset` forgets all, `give-back` only its own attempt, or one good account would free the rest. */
  readonly success: "reset" | "give-back"
}

const never = 2_000_000_000
const account: AttemptRule = {
  atMost: 5,
  withinS: 15 * minute,
  since: "try",
  lockS: [15 * minute, 30 * minute, 60 * minute],
  success: "reset",
}
const perDay: AttemptRule = { atMost: 50, withinS: day, since: "try", lockS: [day], success: "reset" }
const mistyped: AttemptRule = { atMost: never, withinS: day, since: "try", lockS: [0], success: "reset" }

/**
 * LOGIN-5 and the limits of the re-authentication. Rows are always locked in this order, or two requests could wait for
 * each other.
 */
export const attemptRules = {
  account,
  "account-day": perDay,
  device: account,
  "device-day": perDay,
  address: { atMost: 200, withinS: 10 * minute, since: "first", lockS: [10 * minute], success: "give-back" },
  "mistyped-account": mistyped,
  "mistyped-browser": mistyped,
  "mistyped-address": { ...mistyped, withinS: 10 * minute, since: "first", success: "give-back" },
  "reauth-session": { ...account, lockS: [15 * minute] },
  "reauth-person": { atMost: 10, withinS: hour, since: "try", lockS: [hour], success: "reset" },
} as const satisfies Record<string, AttemptRule>

export type CounterScope = keyof typeof attemptRules
export const counterScopes = Object.keys(attemptRules) as CounterScope[]

export interface Counter {
  readonly scope: CounterScope
  readonly key: string
}

/** What is known of a counter, in seconds by the database's clock. */
export interface CounterState extends Counter {
  readonly n: number
  readonly sinceS: number
  /** How long its lock lasts; 0 or less: it is open. */
  readonly lockedS: number
}

export function inLockOrder(counters: readonly Counter[]): Counter[] {
  return counters.toSorted((a, b) => counterScopes.indexOf(a.scope) - counterScopes.indexOf(b.scope))
}

export function lockedOnes<State extends CounterState>(states: readonly State[]): State[] {
  return states.filter(({ lockedS }) => lockedS > 0)
}

/** The lock that lasts longest: a refused person must wait for that one. */
export function longestLock(states: readonly CounterState[]): CounterState | null {
  return lockedOnes(states).toSorted((a, b) => b.lockedS - a.lockedS)[0] ?? null
}

/** How many attempts of this scope still count. */
export function currentCount(states: readonly CounterState[], scope: CounterScope): number {
  const state = states.find((each) => each.scope === scope)
  return state && state.sinceS < attemptRules[scope].withinS ? state.n : 0
}
