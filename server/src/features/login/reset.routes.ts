import { resetCalls, resetMessages } from "@uc/contract/login/reset-calls"
import { smsForReset } from "@uc/contract/sms/messages"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { accountsToReset, resetCodeBinding, resetPassword } from "../../security/sign-in/reset-password.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import { browserOf, refusalOf } from "../../session/sign-in-answer.ts"
import { sendPhoneCode } from "./send-phone-code.ts"

/** DAY-15: a forgotten password. Nobody is signed in by it: a second factor is asked where it always is. */
export const resetRoutes = implementCalls(resetCalls, (services) => ({
  sendCode: ({ phone, ...slider }, context) => {
    const binding = resetCodeBinding(services.keyed, context.device.hash, phone)
    return sendPhoneCode(services, context, { phone, slider, binding, what: smsForReset })
  },

  checkCode: async (input, context) => {
    const proven = await accountsToReset({ ...services, nowMs: Date.now }, input, browserOf(context))
    if (proven.is === "signed-in") throw new Error("A code for a new password has signed somebody in")
    if (proven.is !== "proven") throw refusalOf(proven)
    if (proven.accounts.length === 0) throw new Refusal(resetMessages.notHere)
    return { accounts: [...proven.accounts] }
  },

  setPassword: async (input, context) => {
    const endAll = (db: Parameters<typeof endAllSessions>[1], personId: string) =>
      endAllSessions(services, db, personId)
    const reset = await resetPassword({ ...services, nowMs: Date.now, endAll }, input, browserOf(context))
    if (reset.is === "ticket-over") throw new Refusal(resetMessages.ticketOver, { status: 409 })
    if (reset.is === "fault") throw new Refusal(reset.sentence, { field: "password" })
    return { usercode: reset.account }
  },
}))
