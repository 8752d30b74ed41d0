import type { SignedIn } from "./signed-in.ts"

/** How long an answer about a session may be repeated out of memory: a session that was ended lives on this long. */
const freshMs = 1000
const maxEntries = 20_000

interface Entry {
  readonly until: number
  readonly isActivity: boolean
  readonly found: Promise<SignedIn | null>
  /** What `found` resolved to, for a caller that can't wait. */
  settled: SignedIn | null
}

export interface SessionCache {
  /** What was found a moment ago, or is being looked up; undefined: it must be looked up. */
  recent(token: string, isActivity: boolean): Promise<SignedIn | null> | undefined
  /** Whether what `recent` gave may be repeated. */
  isCurrent(found: SignedIn | null): boolean
  /** The same without waiting; undefined: it must be looked up. */
  settled(token: string, isActivity: boolean): SignedIn | undefined
  /** Requests that come while it is looked up share the answer; a failed look-up is not remembered. */
  rememberLookup(token: string, isActivity: boolean, found: Promise<SignedIn | null>): void
  remember(token: string, found: SignedIn | null): void
  forget(token: string): void
  forgetEnded(sessionId: string): void
}

export function sessionCache(nowMs: () => number): SessionCache {
  const entries = new Map<string, Entry>()
  /** Until when an entry may still say otherwise. */
  const endedUntil = new Map<string, number>()

  const entryOf = (token: string, isActivity: boolean): Entry | undefined => {
    const entry = entries.get(token)
    // A look-up for a timer did not mark the session as active.
    return entry && entry.until > nowMs() && (entry.isActivity || !isActivity) ? entry : undefined
  }
  // A locked session may have been unlocked a moment ago, in another process even.
  const isCurrent = (found: SignedIn | null) =>
    found === null || (!found.isLocked && !endedUntil.has(found.sessionId))
  const set = (token: string, entry: Entry) => {
    if (entries.size >= maxEntries) entries.clear()
    entries.set(token, entry)
  }

  return {
    recent: (token, isActivity) => entryOf(token, isActivity)?.found,
    isCurrent,
    settled(token, isActivity) {
      const found = entryOf(token, isActivity)?.settled
      return found && isCurrent(found) ? found : undefined
    },
    rememberLookup(token, isActivity, found) {
      const entry: Entry = { until: nowMs() + freshMs, isActivity, found, settled: null }
      set(token, entry)
      found.then(
        (settled) => (entry.settled = settled),
        () => entries.delete(token),
      )
    },
    remember: (token, found) =>
      set(token, {
        until: nowMs() + freshMs,
        isActivity: true,
        found: Promise.resolve(found),
        settled: found,
      }),
    forget: (token) => void entries.delete(token),
    forgetEnded(sessionId) {
      for (const [id, until] of endedUntil) if (until <= nowMs()) endedUntil.delete(id)
      endedUntil.set(sessionId, nowMs() + freshMs)
    },
  }
}
