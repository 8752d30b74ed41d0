import { captchaMessages } from "@uc/contract/captcha/calls"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { maskedPhone, reauthMessages } from "@uc/contract/reauth/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { smsForSignIn } from "@uc/contract/sms/messages"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { checkHuman } from "../../security/human-check/human-check.ts"
import { Refusal } from "../../errors/refusal.ts"
import { answerSignIn, browserOf } from "../../session/sign-in-answer.ts"
import { addressKey } from "../../security/address-key.ts"
import { personById } from "../../security/sign-in/person-signing-in.ts"
import { issuePictureCode } from "../../security/human-check/picture-codes.ts"
import {
  checkCodeBinding,
  phoneCodeBinding,
  signInByCheckCode,
  signInByPhone,
} from "../../security/sign-in/sign-in-by-code.ts"
import { signInAsChosen } from "../../security/sign-in/sign-in-as-chosen.ts"
import { signInWithNewPassword } from "../../security/sign-in/sign-in-with-new-password.ts"
import { findTicket } from "../../security/sign-in/sign-in-tickets.ts"
import { signInByPassword } from "../../security/sign-in/sign-in.ts"
import { takeQuota } from "../../security/quota.ts"
import { codeSeconds, sendCode } from "../../security/sms/sms-codes.ts"
import { smsTooOften } from "../../session/sms-too-often.ts"
import { qrSignInHandlers } from "./qr-sign-in.ts"
import { sendPhoneCode } from "./send-phone-code.ts"

/** As many as sliders (C10): drawing costs time, and anybody may ask. */
const picturesAMinute = { browser: 20, address: 120 } as const

export const loginRoutes = implementCalls(loginCalls, (services) => ({
  ...qrSignInHandlers(services),

  adminSignIn: async ({ account, password, ...slider }, context) => {
    const given = {
      account,
      password,
      variant: "adminLogin",
      humanCheck: checkHuman(services, context, slider),
    } as const
    return answerSignIn(services, context, await signInByPassword(services, given, browserOf(context)))
  },

  verificationCode: async (_input, { device: { hash: holder }, caller }) => {
    const taken = await services.database.transaction(unrestricted, (db) =>
      takeQuota(db, [
        {
          key: `picture-code-holder:${holder.toString("hex")}`,
          seconds: 60,
          atMost: picturesAMinute.browser,
        },
        {
          key: `picture-code-address:${addressKey(caller.ip)}`,
          seconds: 60,
          atMost: picturesAMinute.address,
        },
      ]),
    )
    if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
    const { code, image } = await services.pictures.code().catch((error: unknown) => {
      services.warn("The picture of a code could not be drawn", error)
      throw new Refusal(captchaMessages.imageFailed)
    })
    return { codeid: await issuePictureCode(services.database, services.keyed, { holder, code }), image }
  },

  sendCheckCode: async ({ ticket: secret }, context) => {
    const { hash } = context.device
    const found = await services.database.transaction(unrestricted, async (db) => {
      const ticket = await findTicket(db, secret, hash)
      const person = ticket && (await personById(db, ticket.personId, hash))
      return ticket && person ? { ticket, person } : null
    })
    if (!found) throw new Refusal(loginMessages.ticketOver)
    const { person, ticket } = found
    if (person.phone === null) throw new Refusal(loginMessages.noPhone)
    const binding = checkCodeBinding(ticket)
    const phone = maskedPhone(person.phone)
    const left = await codeSeconds(services.database, binding)
    // A valid code was sent already.
    if (left > 0) return { phone, seconds: left }
    if (services.sms === null) throw new Refusal(reauthMessages.smsOff)
    const sent = await sendCode(services, {
      binding,
      person,
      phone: person.phone,
      address: context.caller.ip,
      // The password was right before this: nobody can have codes sent to another's phone.
      captchaHash: null,
      isProven: true,
      what: smsForSignIn,
    })
    if (!sent.ok) throw smsTooOften(sent.retryAfterS)
    return { phone, seconds: sent.seconds }
  },

  checkCodeExpiration: async ({ ticket: secret }, { device }) => {
    const ticket = await services.database.transaction(unrestricted, (db) =>
      findTicket(db, secret, device.hash),
    )
    return { seconds: ticket ? await codeSeconds(services.database, checkCodeBinding(ticket)) : 0 }
  },

  checkCode: async (input, context) =>
    answerSignIn(services, context, await signInByCheckCode(services, input, browserOf(context))),

  setPassword: async (input, context) => {
    const set = await signInWithNewPassword(services, input, browserOf(context))
    if (set.is === "fault") throw new Refusal(set.sentence)
    return answerSignIn(services, context, set)
  },

  sendSignInCode: ({ phone, ...slider }, context) => {
    const binding = phoneCodeBinding(services.keyed, context.device.hash, phone)
    return sendPhoneCode(services, context, { phone, slider, binding, what: smsForSignIn })
  },

  chooseAccount: async (input, context) =>
    answerSignIn(services, context, await signInAsChosen(services, input, browserOf(context))),

  smsSignIn: async (input, context) =>
    answerSignIn(services, context, await signInByPhone(services, input, browserOf(context))),
}))
