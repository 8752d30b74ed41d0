import { qrcodeCalls, qrcodeMessages } from "@uc/contract/qrcodes/calls"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { Refusal } from "../../errors/refusal.ts"
import { confirmTicket, refuseTicket, scanTicket, type Phone } from "../../security/qr/qr-phone.ts"

/** AUTH-9: what a phone does with a code. What a refusal leaves behind (a burnt code, a log entry) must outlive it. */
export const qrcodeRoutes = answer(qrcodeCalls, ({ database }) => ({
  scan: async ({ t }, ask) => {
    const asked = await scanTicket(database, t, phoneOf(ask))
    if (typeof asked === "string") throw new Refusal(qrcodeMessages[asked])
    return asked
  },
  confirm: async ({ t, number }, ask) => {
    const answered = await confirmTicket(database, t, number, phoneOf(ask))
    if (answered !== "done") throw new Refusal(qrcodeMessages[answered])
    return {}
  },
  refuse: async ({ t }, ask) => {
    const answered = await refuseTicket(database, t, phoneOf(ask))
    if (answered !== "done") throw new Refusal(qrcodeMessages[answered])
    return {}
  },
}))

function phoneOf({ user: { user, sessionId, rootId }, caller }: Ask): Phone {
  return { person: { id: user.id, orgId: user.orgid }, sessionId, rootId, ip: caller.ip }
}
