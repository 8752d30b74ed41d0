import type { Id } from "@uc/contract/core/wire"
import type { Database, Db } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"
import { lockedOnes, longestLock, type Counter, type CounterState } from "./attempt-rules.ts"
import {
  attemptSucceeded,
  counterStates,
  incrementCounters,
  incrementIfNoFailures,
  returnAttempt,
  type FailureLimit,
} from "./attempt-statements.ts"

export interface CountedAttempt {
  readonly ok: boolean
  /** Of an attempt that may be made: the locks that it has set, which stay unless it succeeds. */
  readonly locks: readonly CounterState[]
}

class IsLocked extends Error {}

/**
 * Counts an attempt before it is made, in a transaction of its own: whatever happens next, it is counted, and of two
 * hundred that come at once no more than the limit get past this line. All counters or none.
 */
export async function countAttempt(
  database: Database,
  counters: readonly Counter[],
): Promise<CountedAttempt> {
  try {
    const states = await database.transaction(unrestricted, async (db) => {
      const counted = await incrementCounters(db, counters)
      if (counted.length < counters.length) throw new IsLocked()
      return counted
    })
    return { ok: true, locks: lockedOnes(states) }
  } catch (error) {
    if (!(error instanceof IsLocked)) throw error
    const states = await database.transaction(unrestricted, (db) => counterStates(db, counters))
    return { ok: false, locks: lockedOnes(states) }
  }
}

/**
 * The same in one statement, and only where there is no lock and no failure beyond its limit. Null: there is one, and
 * nothing was counted.
 */
export async function reserveAttempt(
  db: Db,
  counters: readonly Counter[],
  failures: readonly FailureLimit[],
): Promise<{ readonly counted: CountedAttempt; readonly states: readonly CounterState[] } | null> {
  const { counted, failed } = await incrementIfNoFailures(db, counters, failures)
  if (counted.length === counters.length)
    return { counted: { ok: true, locks: lockedOnes(counted) }, states: failed }
  // Another request took the last attempt of one of them in the same moment.
  if (counted.length > 0) await returnAttempt(db, counted)
  return null
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

/** DAY-1: the seconds that a lock still lasts, null without one: it is told before anybody solves a slider for nothing. */
export async function reauthLock(database: Database, who: Reauthenticating): Promise<number | null> {
  const states = await database.transaction(unrestricted, (db) => counterStates(db, reauthCounters(who)))
  const lock = longestLock(states)
  return lock && Math.ceil(lock.lockedS)
}

/** For a factor that could not be checked, because too many were waiting. */
export async function returnReauthAttempt(database: Database, who: Reauthenticating): Promise<void> {
  await database.transaction(unrestricted, (db) => returnAttempt(db, reauthCounters(who)))
}

export async function reauthSucceeded(database: Database, who: Reauthenticating): Promise<void> {
  await database.transaction(unrestricted, (db) => db.execute(attemptSucceeded(reauthCounters(who))))
}
