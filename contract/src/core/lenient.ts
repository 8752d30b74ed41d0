import { z } from "zod"
import { Id } from "./wire.ts"

/**
 * SPEC-2: options as older pages hand them over to a dialog: ids as numbers, numbers as their digits, and empty for what they don't set.
 * The shapes behind are ours, with their sentences.
 */

/** A number above `Number.MAX_SAFE_INTEGER` may stand for another id already, so it must be text. */
export const LenientId = z.preprocess((given) => (Number.isSafeInteger(given) ? String(given) : given), Id)

/** A whole number, or its digits. */
export function lenientInt<T extends z.ZodType<number>>(shape: T) {
  return z.preprocess(
    (given) => (typeof given === "string" && /^[0-9]{1,9}$/.test(given) ? Number(given) : given),
    shape,
  )
}

/** Left out, null or empty: not given. */
export function notGivenIfEmpty<T extends z.ZodType>(shape: T) {
  return z.preprocess((given) => (given === "" || given === null ? undefined : given), shape.optional())
}
