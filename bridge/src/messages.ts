import { z } from "zod"
import { methods, protocolLimits, protocolVersion } from "./protocol.ts"

/** Chosen by the page; unique among its own requests. */
const id = z.string().min(1).max(64)
const v = z.literal(protocolVersion)

/** `invocationOf` checks the arguments of each method. */
export const BridgeRequest = z.strictObject({
  v,
  id,
  method: z.enum(methods),
  args: z.array(z.unknown()).max(protocolLimits.arguments),
})

/**
 * Exactly one of them: the result, or a sentence for people; and after an answer, any number of times, what happened
 * since (WARN-5): arguments of the page's function.
 */
export const BridgeAnswer = z.union([
  z.strictObject({ v, id, result: z.unknown() }),
  z.strictObject({ v, id, error: z.string().max(1000) }),
  z.strictObject({ v, id, event: z.array(z.unknown()).max(protocolLimits.arguments) }),
])
export type BridgeAnswer = z.infer<typeof BridgeAnswer>
