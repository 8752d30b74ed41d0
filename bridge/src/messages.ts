import { z } from "zod"
import { methods, protocolLimits, protocolVersion } from "./protocol.ts"

/** Chosen by the guest; it only has to tell the requests of one page apart. */
const id = z.string().min(1).max(64)
const v = z.literal(protocolVersion)

/** What each method's arguments must be is told by `invocationOf`. */
export const BridgeRequest = z.strictObject({
  v,
  id,
  method: z.enum(methods),
  args: z.array(z.unknown()).max(protocolLimits.arguments),
})

/**
 * Exactly one of them: what came out, or a sentence that a person can read; and after an answer, any number of times, what
 * happened since (WARN-5): the arguments of the function that the page has with it.
 */
export const BridgeAnswer = z.union([
  z.strictObject({ v, id, result: z.unknown() }),
  z.strictObject({ v, id, error: z.string().max(1000) }),
  z.strictObject({ v, id, event: z.array(z.unknown()).max(protocolLimits.arguments) }),
])
export type BridgeAnswer = z.infer<typeof BridgeAnswer>
