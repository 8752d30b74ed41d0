import { captchaMessages } from "@uc/contract/captcha/calls"
import { errtypes } from "@uc/contract/core/reply"
import { resetCalls, resetMessages } from "@uc/contract/login/reset-calls"
import { maskedPhone, reauthMessages, smsWaitMessage } from "@uc/contract/reauth/calls"
import { smsForReset } from "@uc/contract/sms/messages"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { consumeSlider, sliderHash } from "../../security/human-check/sliders.ts"
import { peopleByPhone } from "../../security/sign-in/person-signing-in.ts"
import { accountsToReset, resetCodeBinding, resetPassword } from "../../security/sign-in/reset-password.ts"
import { codeWait, sendCode } from "../../security/sms/sms-codes.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import { browserOf, refusalOf } from "../../session/sign-in-answer.ts"

/** DAY-15: a forgotten password. Nobody is signed in by it: a second factor is asked where it always is. */
export const resetRoutes = implementCalls(resetCalls, (services) => ({
  sendCode: async ({ phone, ...slider }, { device: { hash: holder }, caller: { ip: address } }) => {
    if (services.sms === null) throw new Refusal(reauthMessages.smsOff)
    const found = await services.database.transaction(unrestricted, (db) => peopleByPhone(db, phone, holder))
    // Of several one stands for all: which of them is meant is asked after the code.
    const person = found && "shared" in found ? (found.shared[0] ?? null) : found
    const to = { person, phone, address, isProven: false }
    const waitS = await codeWait(services, to)
    if (waitS !== null) throw tooOften(waitS)
    const spent = await consumeSlider(services.database, slider, { purpose: "sms", holder, address })
    if (spent !== "spent") {
      const why = spent === "missing" ? captchaMessages.needed : captchaMessages.failed
      throw new Refusal(why, { errtype: errtypes.captcha })
    }
    const sent = await sendCode(services, {
      ...to,
      binding: resetCodeBinding(services.keyed, holder, phone),
      captchaHash: slider.chenckMoveId ? sliderHash(slider.chenckMoveId) : null,
      what: smsForReset,
    })
    if (!sent.ok) throw tooOften(sent.retryAfterS)
    return { phone: maskedPhone(phone), seconds: sent.seconds }
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

function tooOften(seconds: number): Refusal {
  return new Refusal(smsWaitMessage(seconds), { status: 429, retryAfterS: seconds })
}
