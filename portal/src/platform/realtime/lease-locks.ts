import type { Locks } from "./elect-leader.ts"
import { nextLeaseStep, type Lease, type LeaseEvent, type LeaseState } from "./lease.ts"
import { readJson, storageKey, type Storage } from "../session/storage.ts"

export interface LeaseParts {
  readonly storage: Storage
  readonly nowMs: () => number
  readonly chance: () => number
}

/** BROWSER-4: for plain http, where browsers have no Web Locks. Undefined where the browser keeps nothing for all tabs. */
export function leaseLocks({ storage, nowMs, chance }: LeaseParts): Locks | undefined {
  const probe = "lease"
  const isKept = storage.set(probe, "")
  storage.remove(probe)
  return isKept ? { request: (...asked) => requestLease({ storage, nowMs, chance }, ...asked) } : undefined
}

/** As `navigator.locks.request` does it: rejects when another tab took the lead, or when the request was given up. */
function requestLease(
  { storage, nowMs, chance }: LeaseParts,
  name: string,
  { steal = false, signal }: LockOptions,
  hold: () => Promise<void>,
): Promise<void> {
  const key = `lease:${name}`
  // `crypto.randomUUID` is for sites with TLS alone.
  const id = `${nowMs().toString(36)}-${chance().toString(36).slice(2)}`
  let state: LeaseState = "waiting"
  let isAway = false
  let timer: ReturnType<typeof setTimeout> | undefined

  return new Promise((resolve, reject) => {
    function happened(event: LeaseEvent): void {
      if (state === "lost") return
      const wasWaiting = state === "waiting"
      const isHidden = document.visibilityState === "hidden"
      const lease = leaseIn(storage, key)
      const step = nextLeaseStep(state, event, {
        id,
        lease,
        isHidden,
        isAway,
        nowMs: nowMs(),
        chance: chance(),
      })
      if (step.write) storage.set(key, JSON.stringify(step.write))
      else if (step.write === null) storage.remove(key)
      clearTimeout(timer)
      if (step.lookInMs !== null) timer = setTimeout(() => happened("looked"), step.lookInMs)
      state = step.state
      if (step.state === "lost") over(() => reject(new DOMException("Another tab leads", "AbortError")))
      else if (wasWaiting && step.state === "leading") void lead()
    }

    async function lead(): Promise<void> {
      await hold()
      if (state !== "leading") return
      if (leaseIn(storage, key)?.holder === id) storage.remove(key)
      over(resolve)
    }

    function over(settle: () => void): void {
      state = "lost"
      clearTimeout(timer)
      window.removeEventListener("storage", onStorage)
      document.removeEventListener("visibilitychange", onVisibility)
      window.removeEventListener("pagehide", onLeave)
      window.removeEventListener("pageshow", onReturn)
      settle()
    }

    function onStorage(event: StorageEvent): void {
      // Without a key: everything was cleared.
      if (event.key === storageKey(key) || event.key === null) happened("noticed")
    }
    const onVisibility = (): void => happened("looked")
    function onLeave(): void {
      isAway = true
      happened("looked")
    }
    function onReturn(): void {
      isAway = false
      happened("noticed")
    }
    window.addEventListener("storage", onStorage)
    document.addEventListener("visibilitychange", onVisibility)
    window.addEventListener("pagehide", onLeave)
    window.addEventListener("pageshow", onReturn)
    signal?.addEventListener("abort", () => {
      if (state === "waiting") over(() => reject(new DOMException("Given up", "AbortError")))
    })
    happened(steal ? "took" : "asked")
  })
}

function leaseIn(storage: Storage, key: string): Lease | null {
  const kept = readJson(storage, key) as Partial<Record<keyof Lease, unknown>> | null
  if (typeof kept !== "object" || kept === null) return null
  const { holder, isHidden, untilMs } = kept
  if (typeof holder !== "string" || typeof isHidden !== "boolean" || typeof untilMs !== "number") return null
  return { holder, isHidden, untilMs }
}
