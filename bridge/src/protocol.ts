import { z } from "zod"

/** What a hosted page and the portal say to each other (DLG-5). A breaking change is a new version beside this one. */
export const protocolVersion = 1

export const methods = [
  "openPicker",
  "openDrawer",
  "reauthenticate",
  "startMonitor",
  "currentUser",
  "navigate",
  "setTitle",
] as const
export type Method = (typeof methods)[number]

/** A message is at most this long, and a page may send at most so many in a second: what is above is not read. */
export const protocolLimits = { messageBytes: 65_536, messagesPerSecond: 20, arguments: 4 } as const

/** Chosen by the guest; it only has to tell the requests of one page apart. */
const id = z.string().min(1).max(64)
const v = z.literal(protocolVersion)

/** What each method's arguments must be is the host's to check, per method. */
export const BridgeRequest = z.strictObject({
  v,
  id,
  method: z.enum(methods),
  args: z.array(z.unknown()).max(protocolLimits.arguments),
})
export type BridgeRequest = z.infer<typeof BridgeRequest>

/** Exactly one of them: what came out, or a sentence that a person can read. */
export const BridgeAnswer = z.union([
  z.strictObject({ v, id, result: z.unknown() }),
  z.strictObject({ v, id, error: z.string().max(1000) }),
])
export type BridgeAnswer = z.infer<typeof BridgeAnswer>
