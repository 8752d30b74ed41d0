import type { Errtype, OfferedAccount, RefusalStatus } from "@uc/contract/core/reply"

interface Details {
  readonly status?: RefusalStatus
  readonly errtype?: Errtype
  /** With errtype 2: the module id that a grant is needed for. */
  readonly mid?: string
  /** With errtype 4 and 5: what the second factor or the new password is sent with, and where a code goes. */
  readonly ticket?: string
  readonly phone?: string
  /** With errtype 6: the accounts of one phone, each with what it is chosen with. */
  readonly accounts?: readonly OfferedAccount[]
  /** The input that it is about. */
  readonly field?: string
  readonly retryAfterS?: number
  /** A page of another site has made the call: it keeps its status, whoever asks (SPEC-3). */
  readonly isOfForeignPage?: true
  /** The call's transaction is committed, with its spent grant above all: guessing must cost (BARE-10). */
  readonly commits?: true
}

/** The one error that a handler throws: with a message for a person. Anything else is a fault. */
export class Refusal extends Error {
  readonly status: number
  readonly details: Details

  constructor(message: string, details: Details = {}) {
    super(message)
    this.name = "Refusal"
    this.status = details.status ?? 400
    this.details = details
  }
}
