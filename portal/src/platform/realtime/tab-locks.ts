import type { Locks } from "./elect-leader.ts"
import { leaseLocks } from "./lease-locks.ts"
import { browserStorage } from "../session/storage.ts"

/** What decides which tab leads: Web Locks, without TLS a lease in local storage, and nothing where that is refused. */
export function tabLocks(): Locks | undefined {
  return "locks" in navigator
    ? navigator.locks
    : leaseLocks({ storage: browserStorage, nowMs: Date.now, chance: Math.random })
}
