import type { Call } from "@uc/contract/core/call"
import { tagOf } from "./entity-tag.ts"
import { bytesOf, type Bytes } from "./send-cached.ts"

export interface EncodedAnswer {
  readonly body: string
  /** Of an answer that is cached: it goes out again and again, and need not be encoded each time. */
  readonly bytes: Bytes | null
  /** Of a GET that a timer repeats: who has this answer already is not sent it again. */
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
  const tag = call.polled && call.method === "GET" ? tagOf(body) : null
  const made = { body, bytes: isCached ? bytesOf(body) : null, tag }
  if (isCached) encoded.set(output, made)
  return made
}
