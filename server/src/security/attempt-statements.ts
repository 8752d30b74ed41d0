import { sql, type SQL } from "drizzle-orm"
import { renderedOnce, statementOnce } from "../db/built-once.ts"
import type { Db } from "../db/open.ts"
import { authFailure } from "../db/schema/sign-in.ts"
import {
  attemptRules,
  counterScopes,
  inLockOrder,
  type AttemptRule,
  type Counter,
  type CounterScope,
  type CounterState,
} from "./attempt-rules.ts"

/** A value of the rule that the row's scope has. The rules are constants: they become part of the statement's text. */
function byScope(pick: (rule: AttemptRule) => SQL | number | boolean): SQL {
  const cases = counterScopes.map((scope) => sql`when ${scope} then ${pick(attemptRules[scope])}`)
  return sql`case f.scope ${sql.join(cases, sql` `)} end`
}

/** How many locks came before, without a success or a day between. */
const level = sql`(case when f.window_start <= now() - interval '24 hours' then 0 else f.level end)`
const window = sql`make_interval(secs => ${byScope(({ withinS }) => withinS)})`
const isOver = sql`(f.locked_until is not null or f.window_start <= now() - ${window})`
const next = sql`(case when ${isOver} then 1 else f.n + 1 end)`
const atMost = byScope((rule) => rule.atMost)
const isLastOfNext = sql`${next} >= ${atMost}`
const lockS = byScope((rule) => {
  const seconds = sql.join(
    rule.lockS.map((each) => sql`${each}`),
    sql`,`,
  )
  return sql`(array[${seconds}])[least(${level} + 1, ${rule.lockS.length})]`
})

/** The condition at the end leaves out every row whose lock still lasts. */
const countOneMore = sql`
  on conflict (scope, key) do update set
    n = ${next},
    window_start = case when ${isOver} or ${byScope(({ since }) => since === "try")} then now() else f.window_start end,
    locked_until = case when ${isLastOfNext} then now() + make_interval(secs => ${lockS}) end,
    level = case when ${isLastOfNext} then least(${level} + 1, 100) else ${level} end
  where f.locked_until is null or f.locked_until <= now()`

/** Rounded like a stored moment: 15 minutes and half a millisecond would be shown as 16. */
const state = sql`
  f.scope, f.key, f.n, extract(epoch from now() - f.window_start)::float8 as "sinceS",
  round(coalesce(extract(epoch from f.locked_until - now()), 0), 2)::float8 as "lockedS"`

interface Counters {
  readonly scopes: SQL
  readonly keys: SQL
}

/** Arrays, so that the text is the same for any number of counters and PostgreSQL plans it once. */
function insertInto({ scopes, keys }: Counters, n: number, condition = sql`true`): SQL {
  return sql`insert into ${authFailure} as f (scope, key, n)
    select scope, key, ${n} from unnest(${scopes}::text[], ${keys}::text[]) with ordinality as given(scope, key, at)
    where ${condition} order by at`
}

/** Each by its key: `offset 0` stops the planner from turning the few look-ups into a scan of the whole table. */
function lookUp({ scopes, keys }: Counters, limits = sql`'{}'`): SQL {
  return sql`unnest(${scopes}::text[], ${keys}::text[], ${limits}::int[]) as given(scope, key, below)
    cross join lateral (
      select * from ${authFailure} a where a.scope = given.scope and a.key = given.key offset 0) as f`
}

function columnsOf(counters: readonly Counter[]): { scopes: CounterScope[]; keys: string[] } {
  const ordered = inLockOrder(counters)
  return { scopes: ordered.map(({ scope }) => scope), keys: ordered.map(({ key }) => key) }
}

const names = ["scopes", "keys"] as const

const increment = statementOnce(
  "count_tries",
  names,
  (given) => sql<CounterState>`${insertInto(given, 1)} ${countOneMore} returning ${state}`,
)

/** Counts one more in each that is open; the others are left out of the answer. */
export function incrementCounters(db: Db, counters: readonly Counter[]): Promise<CounterState[]> {
  return increment(db, columnsOf(counters))
}

const selectStates = statementOnce(
  "states_of_counters",
  names,
  (given) => sql<CounterState>`select ${state} from ${lookUp(given)}`,
)

export function counterStates(db: Db, counters: readonly Counter[]): Promise<CounterState[]> {
  return selectStates(db, columnsOf(counters))
}

/** Counters, and how many failures each may have at most for an attempt to be counted at once. */
export type FailureLimit = Counter & { readonly below: number }

const incrementUnlessFailed = statementOnce(
  "count_tries_if_calm",
  [...names, "failedScopes", "failedKeys", "failedLimits"],
  ({ failedScopes, failedKeys, failedLimits, ...given }) => {
    const failed = { scopes: failedScopes, keys: failedKeys }
    const isFree = sql`not exists (
      select from ${lookUp(failed, failedLimits)} where f.n >= given.below and f.window_start > now() - ${window})
    and not exists (select from ${lookUp(given)} where f.locked_until > now())`
    return sql<
      CounterState & { isTaken: boolean }
    >`with taken as (${insertInto(given, 1, isFree)} ${countOneMore} returning ${state})
    select true as "isTaken", taken.* from taken
    union all
    select false, ${state} from ${lookUp(failed)}`
  },
)

/**
 * In one statement: counts one more where no counter is locked and no failure has reached its limit. `counted` is empty
 * where nothing was counted, and short where another request took the last attempt in the same moment.
 */
export async function incrementIfNoFailures(
  db: Db,
  counters: readonly Counter[],
  failures: readonly FailureLimit[],
): Promise<{ readonly counted: readonly CounterState[]; readonly failed: readonly CounterState[] }> {
  const found = await incrementUnlessFailed(db, {
    ...columnsOf(counters),
    failedScopes: failures.map(({ scope }) => scope),
    failedKeys: failures.map(({ key }) => key),
    failedLimits: failures.map(({ below }) => below),
  })
  return {
    counted: found.filter(({ isTaken }) => isTaken),
    failed: found.filter(({ isTaken }) => !isTaken),
  }
}

/** Undoes one attempt and the lock that it set, or forgets everything where `isReset` says so. */
function settle(given: Counters, isReset: SQL): SQL {
  const isLast = sql`f.n >= ${atMost}`
  return sql`${insertInto(given, 0)}
    on conflict (scope, key) do update set
      n = case when ${isReset} then 0 else greatest(f.n - 1, 0) end,
      locked_until = case when ${isReset} or ${isLast} then null else f.locked_until end,
      level = case when ${isReset} then 0 when ${isLast} then greatest(f.level - 1, 0) else f.level end`
}

const decrement = statementOnce("give_tries_back", names, (given) => settle(given, sql`false`))

/** For an attempt that was counted and not made, or that proved only one of two factors. */
export async function returnAttempt(db: Db, counters: readonly Counter[]): Promise<void> {
  await decrement(db, columnsOf(counters))
}

const settleSuccess = renderedOnce(
  settle(
    { scopes: sql`(select scopes from settled)`, keys: sql`(select keys from settled)` },
    byScope(({ success }) => success === "reset"),
  ),
)

const settleReturn = renderedOnce(
  settle({ scopes: sql`(select scopes from settled)`, keys: sql`(select keys from settled)` }, sql`false`),
)

/** The statement alone: it is written together with those that begin the session. */
export function attemptSucceeded(counters: readonly Counter[]): SQL {
  return settled(counters, settleSuccess)
}

/** The same, and nothing is forgotten. */
export function attemptReturned(counters: readonly Counter[]): SQL {
  return settled(counters, settleReturn)
}

function settled(counters: readonly Counter[], statement: SQL): SQL {
  const { scopes, keys } = columnsOf(counters)
  return sql`with settled(scopes, keys) as (values (${sql.param(scopes)}::text[], ${sql.param(keys)}::text[])) ${statement}`
}
