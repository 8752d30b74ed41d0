/**
 * Which tab leads where the browser has no Web Locks (plain http): the one whose name stands in a lease that all tabs read.
 * Only decisions: time, chance and what was read are handed in (`lease-locks.ts` has the effects).
 */
export interface Lease {
  readonly holder: string
  /** Nobody looks at the holder: a tab that is looked at takes the lead from it. */
  readonly isHidden: boolean
  readonly untilMs: number
}

/**
 * How long a lease holds, and after what it is renewed. Browsers run the timers of a tab that nobody looks at once a minute:
 * its lease outlasts two of those, or tabs in the background would take the lead from each other all the time.
 */
export const leaseTimes = {
  visible: { holdsMs: 15_000, renewMs: 5000 },
  hidden: { holdsMs: 150_000, renewMs: 60_000 },
  /** A free lease is taken after a chance part of this, so that ten tabs do not take it at once; those looked at first. */
  reactMs: { visible: 100, hidden: 1000 },
}

/** Processes of one browser may round the time differently. */
const clockDifferenceMs = 1000

export type LeaseState = "waiting" | "leading" | "lost"

/** `took`: from whoever has it. `noticed`: another tab wrote. `looked`: a timer, or the tab was shown or hidden. */
export type LeaseEvent = "asked" | "took" | "noticed" | "looked"

export interface Surroundings {
  readonly id: string
  /** What stands in the storage now. */
  readonly lease: Lease | null
  readonly isHidden: boolean
  /** The document was left, and may be shown again by the browser's back button. */
  readonly isAway: boolean
  readonly nowMs: number
  /** Between 0 and 1. */
  readonly chance: number
}

export interface LeaseStep {
  readonly state: LeaseState
  /** Null: the lease is given back. Without it nothing is written. */
  readonly write?: Lease | null
  /** When to look again at the latest; null: not by a timer. */
  readonly lookInMs: number | null
}

export function nextLeaseStep(state: "waiting" | "leading", event: LeaseEvent, now: Surroundings): LeaseStep {
  const { id, lease, isAway } = now
  if (isAway) {
    if (state === "waiting") return { state, lookInMs: null }
    // The tab says goodbye: the next one need not wait until the lease has run out.
    return { state: "lost", lookInMs: null, ...(lease?.holder === id && { write: null }) }
  }
  const isOthers = lease !== null && lease.holder !== id && holdsAgainst(lease, now)
  if (state === "leading") {
    if (isOthers) return { state: "lost", lookInMs: null }
    const dueMs = lease?.holder === id ? renewalDueMs(lease) - now.nowMs : 0
    // What another tab wrote is no reason to write, or two tabs would answer each other for ever.
    return event === "noticed" && dueMs > 0 ? { state, lookInMs: dueMs } : lead(now)
  }
  if (event === "took") return lead(now)
  const reactMs = reactionMs(now)
  if (isOthers) return { state, lookInMs: lease.untilMs - now.nowMs + reactMs }
  return event === "looked" ? lead(now) : { state, lookInMs: reactMs }
}

/** Whether this tab has to respect it. */
function holdsAgainst({ isHidden, untilMs }: Lease, now: Surroundings): boolean {
  if (isHidden && !now.isHidden) return false
  // A lease that holds longer than any was written before somebody set the computer's clock back.
  return untilMs > now.nowMs && untilMs <= now.nowMs + timesOf(isHidden).holdsMs + clockDifferenceMs
}

function lead({ id, isHidden, nowMs }: Surroundings): LeaseStep {
  const { holdsMs, renewMs } = timesOf(isHidden)
  return {
    state: "leading",
    write: { holder: id, isHidden, untilMs: nowMs + holdsMs },
    lookInMs: renewMs,
  }
}

function renewalDueMs({ isHidden, untilMs }: Lease): number {
  const { holdsMs, renewMs } = timesOf(isHidden)
  return untilMs - holdsMs + renewMs
}

function reactionMs({ isHidden, chance }: Surroundings): number {
  const { visible, hidden } = leaseTimes.reactMs
  return Math.ceil(isHidden ? visible + chance * (hidden - visible) : chance * visible)
}

function timesOf(isHidden: boolean): { readonly holdsMs: number; readonly renewMs: number } {
  return isHidden ? leaseTimes.hidden : leaseTimes.visible
}
