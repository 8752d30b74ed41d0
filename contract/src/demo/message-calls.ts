import { z } from "zod"
import { call } from "../core/call.ts"
import { Moment } from "../core/wire.ts"

export const DemoMessage = z.object({ id: z.string(), phone: z.string(), text: z.string(), at: Moment })
export type DemoMessage = z.infer<typeof DemoMessage>

export const demoMessageMessages = { off: "演示短信仅在演示模式下可见" } as const

export const demoMessageCalls = {
  /** What would have gone to phones, newest first; only where demo mode is on and no gateway is configured. */
  list: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_demo_messages.action",
    open: true,
    polled: true,
    input: z.object({}),
    output: z.array(DemoMessage),
  }),
}
