import { domainCalls, type DomainHelper } from "@uc/contract/domains/calls"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { nowMs } from "../../platform/browser/clock.ts"
import { restrictFrames } from "./framed-policy.ts"
import { send } from "../../platform/http/send.ts"
import { storedUser } from "../../platform/session/session.ts"

interface DomainInForce {
  /** As its organisation calls it. */
  readonly name: string
  readonly helpers: readonly DomainHelper[]
}

/** DOM-7: the list in force for the signed-in person, as far as this document knows. */
export interface InForce {
  /** Whose list it is. */
  readonly userId: string | null
  readonly version: string | null
  /** Null: not known yet. */
  readonly domains: ReadonlyMap<string, DomainInForce> | null
  readonly failure: unknown
}

const nothing: InForce = { userId: null, version: null, domains: null, failure: null }
const store = createStore<InForce>(() => nothing)

let asking: { readonly userId: string; readonly answer: Promise<InForce> } | undefined
let askedAtMs = Number.NEGATIVE_INFINITY

async function ask(userId: string): Promise<InForce> {
  const before = store.getState().userId === userId ? store.getState() : nothing
  const sentAtMs = nowMs()
  try {
    const { version, domains } = await send(
      domainCalls.inForce,
      before.version === null ? {} : { known: before.version },
    )
    const known = domains && new Map(domains.map(({ origin, ...rest }) => [origin, rest]))
    const now: InForce = { userId, version, domains: known ?? before.domains, failure: null }
    if (storedUser()?.id === userId) {
      askedAtMs = sentAtMs
      if (known) restrictFrames(known.keys())
      store.setState(now, true)
    }
    return now
  } catch (failure) {
    // An old answer does not count for a new request; an open page keeps it until there is a new one.
    if (storedUser()?.id === userId) store.setState({ ...before, userId, failure }, true)
    throw failure
  }
}

/**
 * Asks the server, unless the last answer is younger than `notOlderMs`. Simultaneous callers share the answer. Throws
 * when there is none.
 */
export async function refreshInForce(notOlderMs = 0): Promise<InForce> {
  const userId = storedUser()?.id
  if (userId === undefined) {
    store.setState(nothing, true)
    return nothing
  }
  const known = store.getState()
  const isFresh = known.userId === userId && known.failure === null && nowMs() - askedAtMs < notOlderMs
  if (isFresh && known.domains !== null) return known
  if (asking?.userId === userId) return asking.answer
  const started = { userId, answer: ask(userId) }
  asking = started
  try {
    return await started.answer
  } finally {
    if (asking === started) asking = undefined
  }
}

/** The list was just changed: an answer that is under way may be from before. */
export async function refreshInForceAfterChange(): Promise<void> {
  await asking?.answer.catch(() => undefined)
  await refreshInForce().catch(() => undefined)
}

export function useInForce(): InForce {
  return useStore(store)
}

export function watchInForce(listener: (now: InForce) => void): () => void {
  return store.subscribe(listener)
}
