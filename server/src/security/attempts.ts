import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import { writtenOnce } from "../db/built-once.ts"
import type { Database, Db } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"

const minute = 60
const hour = 60 * minute
const day = 24 * hour

interface Rule {
  /** How many tries are made before the counter locks. */
  readonly atMost: number
  /** Counting starts anew after so long. */
  readonly withinS: number
  /**
   * `try`: after so long without a try, so that no span of that length ever holds more than `atMost`. `first`: after so
   * long since the first one, for what many people share: their mistakes must not add up all day.
   */
  readonly since: "try" | "first"
  /** The first lock, the second, … each time without a success between; the last one goes on. */
  readonly lockS: readonly number[]
  /** What a success does: `reset` forgets all, `give-back` only its own try, or one good account would free the rest. */
  readonly success: "reset" | "give-back"
}

const never = 2_000_000_000
const account: Rule = {
  atMost: 5,
  withinS: 15 * minute,
  since: "try",
  lockS: [15 * minute, 30 * minute, 60 * minute],
  success: "reset",
}
const hardStop: Rule = { atMost: 50, withinS: day, since: "try", lockS: [day], success: "reset" }
const mistyped: Rule = { atMost: never, withinS: day, since: "try", lockS: [0], success: "reset" }

/** LOGIN-5 and the re-authentication's limits. Rows are always locked in this order, or two requests could wait for each other. */
const rules = {
  account,
  "account-day": hardStop,
  device: account,
  "device-day": hardStop,
  address: { atMost: 200, withinS: 10 * minute, since: "first", lockS: [10 * minute], success: "give-back" },
  "mistyped-account": mistyped,
  "mistyped-browser": mistyped,
  "mistyped-address": { ...mistyped, withinS: 10 * minute, since: "first", success: "give-back" },
  "reauth-session": { ...account, lockS: [15 * minute] },
  "reauth-person": { atMost: 10, withinS: hour, since: "try", lockS: [hour], success: "reset" },
} as const satisfies Record<string, Rule>

export type CounterScope = keyof typeof rules
const scopes = Object.keys(rules) as CounterScope[]

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

export interface Taken {
  readonly ok: boolean
  readonly locks: readonly CounterState[]
}

/** The lock that lasts longest: that is how long whoever is refused must wait. */
export function longestLock(states: readonly CounterState[]): CounterState | null {
  return states.filter(({ lockedS }) => lockedS > 0).toSorted((a, b) => b.lockedS - a.lockedS)[0] ?? null
}

/** How many there are of what still counts. */
export function countOf(states: readonly CounterState[], scope: CounterScope): number {
  const state = states.find((each) => each.scope === scope)
  return state && state.sinceS < rules[scope].withinS ? state.n : 0
}

/** What the statements know of the rules: constants of this file. */
function byScope(pick: (rule: Rule) => string | number | boolean): string {
  return `case f.scope ${scopes.map((scope) => `when '${scope}' then ${pick(rules[scope])}`).join(" ")} end`
}

/** How many locks came before, without a success or a day between. */
const level = `(case when f.window_start <= now() - interval '24 hours' then 0 else f.level end)`
const isOver = `(f.locked_until is not null or f.window_start <= now() - make_interval(secs => ${byScope(({ withinS }) => withinS)}))`
const next = `(case when ${isOver} then 1 else f.n + 1 end)`
const isLastOfNext = `${next} >= ${byScope(({ atMost }) => atMost)}`
const lockS = byScope((rule) => `(array[${rule.lockS.join(",")}])[least(${level} + 1, ${rule.lockS.length})]`)

/** A row with a lock gets here only once that lock is over: the condition at the end keeps the others out. */
const counted = `
  on conflict (scope, key) do update set
    n = ${next},
    window_start = case when ${isOver} or ${byScope(({ since }) => since === "try")} then now() else f.window_start end,
    locked_until = case when ${isLastOfNext} then now() + make_interval(secs => ${lockS}) end,
    level = case when ${isLastOfNext} then least(${level} + 1, 100) else ${level} end
  where f.locked_until is null or f.locked_until <= now()`

/** Rounded, because a stored moment is: 15 minutes and half a millisecond would be told as 16. */
const state = `
  f.scope, f.key, f.n, extract(epoch from now() - f.window_start)::float8 as "sinceS",
  round(coalesce(extract(epoch from f.locked_until - now()), 0), 2)::float8 as "lockedS"`

/** Text of one length however many there are, so that PostgreSQL plans it once. */
function rowsOf(scopesAt: string, keysAt: string, n: number, condition = "true"): string {
  return `insert into auth_failure as f (scope, key, n)
    select scope, key, ${n} from unnest(${scopesAt}::text[], ${keysAt}::text[]) with ordinality as given(scope, key, at)
    where ${condition} order by at`
}

/** Each by its key: with `offset 0` the planner can't turn the few look-ups into a walk through all that were ever counted. */
function lookedUp(scopesAt: string, keysAt: string, belowAt = "'{}'"): string {
  return `unnest(${scopesAt}::text[], ${keysAt}::text[], ${belowAt}::int[]) as given(scope, key, below)
    cross join lateral (
      select * from auth_failure a where a.scope = given.scope and a.key = given.key offset 0) as f`
}

function columnsOf(counters: readonly Counter[]): [CounterScope[], string[]] {
  const ordered = counters.toSorted((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope))
  return [ordered.map(({ scope }) => scope), ordered.map(({ key }) => key)]
}

const counting = writtenOnce<CounterState>(
  "count_tries",
  `${rowsOf("$1", "$2", 1)} ${counted} returning ${state}`,
)

/** Counts one more in each that is open; the others are left out of the answer. */
export function countOn(db: Db, counters: readonly Counter[]): Promise<CounterState[]> {
  return counting(db, columnsOf(counters))
}

const looking = writtenOnce<CounterState>(
  "states_of_counters",
  `select ${state} from ${lookedUp("$1", "$2")}`,
)

export function statesOf(db: Db, counters: readonly Counter[]): Promise<CounterState[]> {
  return looking(db, columnsOf(counters))
}

class IsLocked extends Error {}

/** What still counts of those at $3, $4 stays below the numbers at $5, and none of those at $1, $2 is locked. */
const hasNoFailures = `not exists (
    select from ${lookedUp("$3", "$4", "$5")}
    where f.n >= given.below and f.window_start > now() - make_interval(secs => ${byScope(({ withinS }) => withinS)}))
  and not exists (select from ${lookedUp("$1", "$2")} where f.locked_until > now())`

const reservingAttempt = writtenOnce<CounterState & { isTaken: boolean }>(
  "count_tries_if_calm",
  `with taken as (${rowsOf("$1", "$2", 1, hasNoFailures)} ${counted} returning ${state})
    select true as "isTaken", taken.* from taken
    union all
    select false, ${state} from ${lookedUp("$3", "$4")}`,
)

/**
 * The same in one statement, and only where nothing stands in the way: no lock, and none of what is `seen` has reached
 * its number. Null: something does, and nothing was counted.
 */
export async function reserveAttempt(
  db: Db,
  counters: readonly Counter[],
  seen: readonly (Counter & { readonly below: number })[],
): Promise<{ readonly taken: Taken; readonly states: readonly CounterState[] } | null> {
  const [scopesSeen, keysSeen] = [seen.map(({ scope }) => scope), seen.map(({ key }) => key)]
  const limits = seen.map(({ below }) => below)
  const found = await reservingAttempt(db, [...columnsOf(counters), scopesSeen, keysSeen, limits])
  const taken = found.filter(({ isTaken }) => isTaken)
  const states = found.filter(({ isTaken }) => !isTaken)
  if (taken.length === counters.length)
    return { taken: { ok: true, locks: taken.filter(({ lockedS }) => lockedS > 0) }, states }
  // Another took the last try of one of them in this very moment.
  if (taken.length > 0) await returnAttempt(db, taken)
  return null
}

/**
 * Takes a try before it is made, in a transaction of its own: whatever happens next, it is counted, and of two hundred
 * that come at once no more than the limit get past this line. All counters or none. `locks` of a try that was taken are
 * those that it closed behind itself: they stay unless it succeeds.
 */
export async function countAttempt(database: Database, counters: readonly Counter[]): Promise<Taken> {
  try {
    const states = await database.transaction(unrestricted, async (db) => {
      const taken = await countOn(db, counters)
      if (taken.length < counters.length) throw new IsLocked()
      return taken
    })
    return { ok: true, locks: states.filter(({ lockedS }) => lockedS > 0) }
  } catch (error) {
    if (!(error instanceof IsLocked)) throw error
    const states = await database.transaction(unrestricted, (db) => statesOf(db, counters))
    return { ok: false, locks: states.filter(({ lockedS }) => lockedS > 0) }
  }
}

/** A try that was taken and not made, or proved only half of what it must. */
export async function returnAttempt(db: Db, counters: readonly Counter[]): Promise<void> {
  await givingBack(db, columnsOf(counters))
}

const givingBack = writtenOnce("give_tries_back", settling("$1", "$2", "false"))

const settlingRight = sql.raw(
  settling(
    "(select scopes from settled)",
    "(select keys from settled)",
    byScope(({ success }) => success === "reset"),
  ),
)

/** The statement, for whoever writes it along with others. */
export function attemptSucceeded(counters: readonly Counter[]): SQL {
  const [scopesOfThem, keys] = columnsOf(counters)
  return sql`with settled(scopes, keys) as (values (${sql.param(scopesOfThem)}::text[], ${sql.param(keys)}::text[])) ${settlingRight}`
}

/** Undoes one try and the lock that it closed, or forgets everything where `isReset` says so. */
function settling(scopesAt: string, keysAt: string, isReset: string): string {
  const isLast = `f.n >= ${byScope(({ atMost }) => atMost)}`
  return `${rowsOf(scopesAt, keysAt, 0)}
    on conflict (scope, key) do update set
      n = case when ${isReset} then 0 else greatest(f.n - 1, 0) end,
      locked_until = case when ${isReset} or ${isLast} then null else f.locked_until end,
      level = case when ${isReset} then 0 when ${isLast} then greatest(f.level - 1, 0) else f.level end`
}

interface Reauthenticating {
  readonly sessionId: string
  readonly personId: Id
}

function reauthCounters({ sessionId, personId }: Reauthenticating): Counter[] {
  return [
    { scope: "reauth-session", key: sessionId },
    { scope: "reauth-person", key: personId },
  ]
}

/**
 * AUTH-6: five in 15 minutes for a session, ten in an hour for a person. `isLast`: if this one fails, the session must
 * end.
 */
export async function countReauthAttempt(
  database: Database,
  who: Reauthenticating,
): Promise<{ ok: true; isLast: boolean } | { ok: false; retryAfterS: number }> {
  const { ok, locks } = await countAttempt(database, reauthCounters(who))
  if (ok) return { ok, isLast: locks.some(({ scope }) => scope === "reauth-person") }
  return { ok, retryAfterS: Math.ceil(longestLock(locks)?.lockedS ?? 1) }
}

/** A factor that could not be looked at, because too many were waiting. */
export async function returnReauthAttempt(database: Database, who: Reauthenticating): Promise<void> {
  await database.transaction(unrestricted, (db) => returnAttempt(db, reauthCounters(who)))
}

export async function reauthSucceeded(database: Database, who: Reauthenticating): Promise<void> {
  await database.transaction(unrestricted, (db) => db.execute(attemptSucceeded(reauthCounters(who))))
}
