import { httpMessages } from "@uc/contract/core/http"
import type { OfferedAccount } from "@uc/contract/core/reply"

export type FailureKind =
  | "signed-out"
  | "sign-in-again"
  | "locked"
  | "reauth"
  | "second-factor"
  | "new-password"
  | "which-account"
  | "not-found"
  | "server"
  | "refused"
  | "slow"
  | "timeout"
  | "cancelled"
  | "malformed"
  | "not-loaded"

interface FailureFacts {
  readonly errtype?: number | undefined
  readonly mid?: string | undefined
  readonly ticket?: string | undefined
  readonly phone?: string | undefined
  readonly accounts?: readonly OfferedAccount[] | undefined
  readonly field?: string | undefined
  readonly cause?: unknown
}

/** The only error that `send` throws. Its message may be empty. */
export class Failure extends Error {
  readonly kind: FailureKind
  /** As the server sent it, e.g. 1: the slider check failed. */
  readonly errtype: number | undefined
  /** Of kind `reauth`: the module id that the grant must be for. */
  readonly mid: string | undefined
  /** Of kind `second-factor` and `new-password`: what the check code, or the new password, is sent with. */
  readonly ticket: string | undefined
  /** Of kind `second-factor`: where the code goes, masked. */
  readonly phone: string | undefined
  /** Of kind `which-account`: those of one phone. */
  readonly accounts: readonly OfferedAccount[] | undefined
  /** Of kind `refused`: the input that it is about. */
  readonly field: string | undefined

  constructor(kind: FailureKind, message: string, facts: FailureFacts = {}) {
    super(message, { cause: facts.cause })
    this.name = "Failure"
    this.kind = kind
    this.errtype = facts.errtype
    this.mid = facts.mid
    this.ticket = facts.ticket
    this.phone = facts.phone
    this.accounts = facts.accounts
    this.field = facts.field
  }
}

type Listener = (failure: Failure) => void
const listeners = new Set<Listener>()

/** What a failure means for the whole page is decided in app/start.ts; `send` only reports. */
export function watchFailures(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellFailure(failure: Failure): void {
  for (const listener of listeners) listener(failure)
}

export function isCancelled(error: unknown): boolean {
  return error instanceof Failure && error.kind === "cancelled"
}

/** No answer came back: what was sent may have been done, or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Failure)) return false
  // The server's own "slow" (503) has no cause: it says that nothing was done.
  return error.kind === "timeout" || (error.kind === "slow" && error.cause !== undefined)
}

/**
 * The sentence to show for an error, null for none. `fallback` is the screen's own sentence: a sentence of the server
 * goes before it, those of transport failures after it. Who always shows their own sentence only checks for null.
 */
export function messageOf(error: unknown, fallback?: string): string | null {
  if (!(error instanceof Failure)) return fallback ?? httpMessages.resultMinusOne
  switch (error.kind) {
    case "cancelled":
      return null
    case "signed-out":
    case "sign-in-again":
      // REQ-4, REQ-6: the same sentence that app/start.ts shows, so that it appears once.
      return error.message
    case "refused":
    case "locked":
    case "reauth":
    case "second-factor":
    case "new-password":
    case "which-account":
    case "not-loaded":
      return error.message || (fallback ?? httpMessages.resultMinusOne)
    case "not-found":
    case "server":
    case "slow":
    case "timeout":
    case "malformed":
      return fallback ?? error.message
  }
}
