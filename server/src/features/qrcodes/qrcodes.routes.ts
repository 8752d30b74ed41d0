import { qrcodeCalls, qrcodeMessages } from "@uc/contract/qrcodes/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { Refusal } from "../../errors/refusal.ts"
import { confirmTicket, refuseTicket, scanTicket, type Phone } from "../../security/qr/qr-phone.ts"

/** AUTH-9: what a phone does with a code. What a refusal writes (a used code, a log entry) must not be rolled back. */
export const qrcodeRoutes = implementCalls(qrcodeCalls, ({ database }) => ({
  scan: async ({ t }, context) => {
    const asked = await scanTicket(database, t, phoneOf(context))
    if (typeof asked === "string") throw new Refusal(qrcodeMessages[asked])
    return asked
  },
  confirm: async ({ t, number }, context) => {
    const answered = await confirmTicket(database, t, number, phoneOf(context))
    if (answered !== "done") throw new Refusal(qrcodeMessages[answered])
    return {}
  },
  refuse: async ({ t }, context) => {
    const answered = await refuseTicket(database, t, phoneOf(context))
    if (answered !== "done") throw new Refusal(qrcodeMessages[answered])
    return {}
  },
}))

function phoneOf({ user: { user, sessionId, rootId, isBySource }, caller }: RequestContext): Phone {
  return { person: { id: user.id, orgId: user.orgid }, sessionId, rootId, isBySource, ip: caller.ip }
}
