import { replyMessages } from "@uc/contract/core/reply"
import { Refusal } from "./refusal.ts"
import { errorsIn } from "./transient-fault.ts"

const sentence = "含有无法识别的字符"

/** NUL and lone surrogates are legal in a JavaScript string and in no PostgreSQL text. */
export function unstorableText(): Refusal {
  return new Refusal(`${replyMessages.badInput}：${sentence}`)
}

/**
 * Of every request, whichever protocol reads its address. Nobody writes a NUL into one for a good reason. A `#` never belongs to what
 * a browser sends, and those who read an address here end it there or do not: each would see parameters of its own.
 */
export function refusalOfAddress(url: string): Refusal | undefined {
  return url.includes("%00") || url.includes("#") ? unstorableText() : undefined
}

/** 22021: a NUL in a text. 22P05: one that is escaped in JSON. */
const states = new Set(["22021", "22P05"])

/** FAULT-13: where nothing else has refused such a text, PostgreSQL does; then it is the request that is wrong. */
export function refusalOfText(error: unknown): Refusal | null {
  for (const inner of errorsIn(error))
    if ("code" in inner && states.has(String(inner.code))) return unstorableText()
  return null
}
