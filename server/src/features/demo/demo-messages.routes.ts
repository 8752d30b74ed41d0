import { demoMessageCalls, demoMessageMessages } from "@uc/contract/demo/message-calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { Refusal } from "../../errors/refusal.ts"
import { messagesOnScreen } from "../../security/sms/sms-outbox.ts"

export const demoMessageRoutes = implementCalls(demoMessageCalls, ({ site, sms, keyed }) => ({
  // The only answer that contains a code: both settings must agree, or a forgotten one would give codes to everybody.
  list: (_input, { db }) => {
    if (!site.isDemo || sms !== "screen") throw new Refusal(demoMessageMessages.off, { status: 403 })
    return messagesOnScreen(db, keyed)
  },
}))
