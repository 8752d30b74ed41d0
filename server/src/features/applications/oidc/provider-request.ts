import { AsyncLocalStorage } from "node:async_hooks"
import type { Id } from "@uc/contract/core/wire"
import type { FastifyBaseLogger } from "fastify"
import type { HeldWrites } from "./held-writes.ts"
import type { ReadAhead } from "./read-ahead.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { hashOf } from "./stored-state.ts"

/** Who is signed in to the portal in the browser that makes the request. */
export interface PortalSession {
  readonly sessionId: string
  readonly personId: Id
  /** The provider's session as this request has read it: asked for twice, it is read once, and unchanged it is not written. */
  read: ReadSession | null
  /** Whether the person may use the application that this request was last for; read with its entry. */
  usable: { readonly clientId: string; readonly isUsable: boolean } | null
}

interface ReadSession {
  readonly id: string
  /** As JSON. */
  readonly text: string
  /** When the person last proved who they are, in seconds. */
  readonly provenAt: number | null
}

/** A request that the provider answers. */
export interface ProviderRequest {
  /** Null: nobody, or the request is an application's own. */
  readonly at: PortalSession | null
  /** OPS-3: of the request, whose lines name the call and its id. */
  readonly log: FastifyBaseLogger
  /** What was read together with something else and is asked for next; null: nothing, or it may no longer be true. */
  ahead: ReadAhead | null
  /** What is written together, before the answer goes out. */
  held: HeldWrites | null
  /** Of ids: each is asked for several times. */
  readonly hashes: Map<string, Buffer>
}

export function newRequest(at: PortalSession | null, log: FastifyBaseLogger): ProviderRequest {
  return { at, log, ahead: null, held: null, hashes: new Map() }
}

/** Of the request under way. The provider has no parameter for it: it asks its memory for a session by its own cookie. */
export const providerRequest = new AsyncLocalStorage<ProviderRequest>()

/**
 * FAULT-10: under which name the provider speaks just now. A site without a fixed address has one for each host that it is
 * opened under, and anybody may send a host: one provider serves them all.
 */
export const issuerNow = new AsyncLocalStorage<string>()

export function hashIn(keyed: Keyed, id: string): Buffer {
  const hashes = providerRequest.getStore()?.hashes
  const known = hashes?.get(id)
  if (known) return known
  const hash = hashOf(keyed, id)
  hashes?.set(id, hash)
  return hash
}

export function portalSession(): PortalSession | null {
  return providerRequest.getStore()?.at ?? null
}
