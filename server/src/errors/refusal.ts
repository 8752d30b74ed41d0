import type { Errtype } from "@uc/contract/core/reply"

interface Details {
  readonly status?: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  readonly errtype?: Errtype
  /** With errtype 2: the module id that a grant is needed for. */
  readonly mid?: string
  /** With errtype 4 and 5: what the second factor or the new password is sent with, and where a code goes. */
  readonly ticket?: string
  readonly phone?: string
  readonly retryAfterS?: number
  /** What the call's own transaction has done so far is kept, the spent grant above all: a guess has its price (BARE-10). */
  readonly commits?: true
}

/** The one error that a handler throws: a sentence that a person should read. Anything else is a fault. */
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
