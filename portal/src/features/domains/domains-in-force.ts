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

/** DOM-7: what is in force for the person who is signed in, as far as this document knows. */
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
    // What was known is no answer any more to whoever asks now; an open page keeps it until somebody can say better.
    if (storedUser()?.id === userId) store.setState({ ...before, userId, failure }, true)
    throw failure
  }
}

/**
 * Asks the server, unless the last answer is younger than `notOlderMs`. Whoever asks meanwhile waits for the same answer.
 * Throws where nobody can say.
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

/** Somebody has just changed the list: an answer that is on its way may be from before. */
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
