import { captchaMessages } from "@uc/contract/captcha/calls"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { maskedPhone, reauthMessages, smsWaitMessage } from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { smsForSignIn } from "@uc/contract/sms/messages"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { OpenRequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { checkHuman } from "../../security/human-check/human-check.ts"
import { Refusal } from "../../errors/refusal.ts"
import { answerSignIn, browserOf } from "../../session/sign-in-answer.ts"
import { addressKey } from "../../security/address-key.ts"
import { peopleByPhone, personById } from "../../security/sign-in/person-signing-in.ts"
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
import { sliderHash, consumeSlider } from "../../security/human-check/sliders.ts"
import { codeSeconds, codeWait, sendCode, type Sending } from "../../security/sms/sms-codes.ts"
import { qrSignInHandlers } from "./qr-sign-in.ts"

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
    const seconds = await send(services, context, {
      binding,
      person,
      phone: person.phone,
      // The password was right before this: nobody can have codes sent to another's phone.
      captchaHash: null,
      isProven: true,
    })
    return { phone, seconds }
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

  sendSignInCode: async ({ phone, ...slider }, context) => {
    const { hash } = context.device
    if (services.sms === null) throw new Refusal(reauthMessages.smsOff)
    const found = await services.database.transaction(unrestricted, (db) => peopleByPhone(db, phone, hash))
    // Of several one stands for all: which of them is meant is asked after the code.
    const person = found && "shared" in found ? (found.shared[0] ?? null) : found
    const waitS = await codeWait(services, { person, phone, address: context.caller.ip, isProven: false })
    if (waitS !== null) throw new Refusal(smsWaitMessage(waitS), { status: 429, retryAfterS: waitS })
    const spent = await consumeSlider(services.database, slider, {
      purpose: "sms",
      holder: hash,
      address: context.caller.ip,
    })
    if (spent !== "spent")
      throw new Refusal(spent === "missing" ? captchaMessages.needed : captchaMessages.failed, {
        errtype: errtypes.captcha,
      })
    const seconds = await send(services, context, {
      binding: phoneCodeBinding(services.keyed, hash, phone),
      person,
      phone,
      captchaHash: slider.chenckMoveId ? sliderHash(slider.chenckMoveId) : null,
      isProven: false,
    })
    return { phone: maskedPhone(phone), seconds }
  },

  chooseAccount: async (input, context) =>
    answerSignIn(services, context, await signInAsChosen(services, input, browserOf(context))),

  smsSignIn: async (input, context) =>
    answerSignIn(services, context, await signInByPhone(services, input, browserOf(context))),
}))

/** Returns the seconds until another one may be sent. */
async function send(
  services: Services,
  { caller }: OpenRequestContext,
  sending: Omit<Sending, "address" | "what">,
): Promise<number> {
  if (services.sms === null) throw new Refusal(reauthMessages.smsOff)
  const sent = await sendCode(services, { ...sending, address: caller.ip, what: smsForSignIn })
  if (sent.ok) return sent.seconds
  throw new Refusal(smsWaitMessage(sent.retryAfterS), { status: 429, retryAfterS: sent.retryAfterS })
}
