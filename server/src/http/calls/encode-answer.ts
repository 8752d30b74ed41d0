import type { Call } from "@uc/contract/core/call"
import { tagOf } from "./entity-tag.ts"
import { bytesOf, type Bytes } from "./send-cached.ts"

export interface EncodedAnswer {
  readonly body: string
  /** Of a cached answer, so that it is not encoded for each request. */
  readonly bytes: Bytes | null
  /** Of a polled GET: a browser that has this answer already gets 304. */
  readonly tag: string | null
}

/** Checks the output against the contract and writes it as JSON; once only for an object out of a cache. */
export function encodeAnswer(
  { call, encoded }: { readonly call: Call; readonly encoded: WeakMap<object, EncodedAnswer> },
  output: unknown,
): EncodedAnswer {
  const known = typeof output === "object" && output !== null ? encoded.get(output) : undefined
  if (known !== undefined) return known
  const checked = call.output.parse(output)
  const body =
    call.answerIn === "ret"
      ? JSON.stringify({ ret: checked, msg: "" })
      : JSON.stringify({ ret: call.ret, [call.answerIn]: checked, msg: "" })
  const isCached = typeof output === "object" && output !== null && Object.isFrozen(output)
  // OPS-5: what a replica said some seconds late would be told to others as new.
  if (isCached && call.mayLag) throw new Error("A call that may lag must not be answered out of a cache")
  const tag = call.polled && call.method === "GET" ? tagOf(body) : null
  const made = { body, bytes: isCached ? bytesOf(body) : null, tag }
  if (isCached) encoded.set(output, made)
  return made
}
