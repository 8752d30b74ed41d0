import type { Call } from "@uc/contract/core/call"
import type { EncodedAnswer } from "./encode-answer.ts"
import type { OpenRequestContext } from "./request-context.ts"

/** One call of the contract with its handler and their caches. */
export interface CallEntry {
  readonly name: string
  readonly call: Call
  readonly handle: (input: unknown, context: OpenRequestContext) => unknown
  /** An answer of this call that is the same object as before (out of a cache) was checked and encoded before. */
  readonly encoded: WeakMap<object, EncodedAnswer>
  /** Parsed input, by the request's URL. */
  readonly parsed: Map<string, unknown>
}
