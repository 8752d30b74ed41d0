import { z } from "zod"
import { call } from "./call.ts"
import { text } from "./wire.ts"

export const Subscription = z.object({ code: z.string(), name: z.string(), isSubscribed: z.boolean() })
export type Subscription = z.infer<typeof Subscription>

export const subscriptionCalls = {
  /** What the user is subscribed to; with `code` only that one. */
  check: call({
    service: "usercenter",
    method: "GET",
    path: "/web/check_subscription.action",
    input: z.object({ code: text(64).optional() }),
    output: z.array(Subscription),
  }),
}
