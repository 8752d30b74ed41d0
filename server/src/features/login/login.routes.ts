import { captchaMessages } from "@uc/contract/captcha/calls"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { maskedPhone, reauthMessages, smsWaitMessage } from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { smsForSignIn } from "@uc/contract/sms/messages"
import { everything } from "../../db/scope.ts"
import { answer, type House, type OpenAsk } from "../../http/calls/register-calls.ts"
import { checkHuman } from "../../security/human-check/human-check.ts"
import { Refusal } from "../../errors/refusal.ts"
import { answerSignIn, browserOf } from "../../session/sign-in-answer.ts"
import { addressKey } from "../../security/address-key.ts"
import { personById, personByPhone } from "../../security/sign-in/person-signing-in.ts"
import { issuePictureCode } from "../../security/human-check/picture-codes.ts"
import {
  checkCodeBinding,
  phoneCodeBinding,
  signInByCheckCode,
  signInByPhone,
} from "../../security/sign-in/sign-in-by-code.ts"
import { signInWithNewPassword } from "../../security/sign-in/sign-in-with-new-password.ts"
import { findTicket } from "../../security/sign-in/sign-in-tickets.ts"
import { signInByPassword } from "../../security/sign-in/sign-in.ts"
import { takeQuota } from "../../security/quota.ts"
import { sliderHash, spendSlider } from "../../security/human-check/sliders.ts"
import { codeSeconds, sendCode, type Sending } from "../../security/sms/sms-codes.ts"
import { qrSignInHandlers } from "./qr-sign-in.ts"

/** As many as sliders (C10): drawing costs time, and anybody may ask. */
const picturesAMinute = { browser: 20, address: 120 } as const

export const loginRoutes = answer(loginCalls, (house) => ({
  ...qrSignInHandlers(house),

  adminSignIn: async ({ account, password, ...slider }, ask) => {
    const given = {
      account,
      password,
      face: "adminLogin",
      humanCheck: checkHuman(house, ask, slider),
    } as const
    return answerSignIn(house, ask, await signInByPassword(house, given, browserOf(ask)))
  },

  verificationCode: async (_input, { device: { hash: holder }, caller }) => {
    const taken = await house.database.within(everything, (db) =>
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
    const { code, image } = await house.pictures.code().catch((error: unknown) => {
      house.warn("The picture of a code could not be drawn", error)
      throw new Refusal(captchaMessages.imageFailed)
    })
    return { codeid: await issuePictureCode(house.database, house.keyed, { holder, code }), image }
  },

  sendCheckCode: async ({ ticket: secret }, ask) => {
    const { hash } = ask.device
    const found = await house.database.within(everything, async (db) => {
      const ticket = await findTicket(db, secret, hash)
      const person = ticket && (await personById(db, ticket.personId, hash))
      return ticket && person ? { ticket, person } : null
    })
    if (!found) throw new Refusal(loginMessages.ticketOver)
    const { person, ticket } = found
    if (person.phone === null) throw new Refusal(loginMessages.noPhone)
    const binding = checkCodeBinding(ticket)
    const phone = maskedPhone(person.phone)
    const left = await codeSeconds(house.database, binding)
    // One is on the phone already, and good.
    if (left > 0) return { phone, seconds: left }
    const seconds = await send(house, ask, {
      binding,
      person,
      phone: person.phone,
      // The right password stands before this: nobody can have codes sent to somebody else's phone.
      captchaHash: null,
      isProven: true,
    })
    return { phone, seconds }
  },

  checkCodeExpiration: async ({ ticket: secret }, { device }) => {
    const ticket = await house.database.within(everything, (db) => findTicket(db, secret, device.hash))
    return { seconds: ticket ? await codeSeconds(house.database, checkCodeBinding(ticket)) : 0 }
  },

  checkCode: async (input, ask) =>
    answerSignIn(house, ask, await signInByCheckCode(house, input, browserOf(ask))),

  setPassword: async (input, ask) => {
    const set = await signInWithNewPassword(house, input, browserOf(ask))
    if (set.is === "fault") throw new Refusal(set.sentence)
    return answerSignIn(house, ask, set)
  },

  sendSignInCode: async ({ phone, ...slider }, ask) => {
    const { hash } = ask.device
    if (house.sms === null) throw new Refusal(reauthMessages.smsOff)
    const spent = await spendSlider(house.database, slider, { purpose: "sms", holder: hash })
    if (spent !== "spent") throw new Refusal(captchaMessages.failed, { errtype: errtypes.captcha })
    const person = await house.database.within(everything, (db) => personByPhone(db, phone, hash))
    const seconds = await send(house, ask, {
      binding: phoneCodeBinding(house.keyed, hash, phone),
      person,
      phone,
      captchaHash: sliderHash(slider.chenckMoveId),
      isProven: false,
    })
    return { phone: maskedPhone(phone), seconds }
  },

  smsSignIn: async (input, ask) =>
    answerSignIn(house, ask, await signInByPhone(house, input, browserOf(ask))),
}))

/** Gives the seconds until another one may be sent. */
async function send(
  house: House,
  { caller }: OpenAsk,
  sending: Omit<Sending, "address" | "what">,
): Promise<number> {
  if (house.sms === null) throw new Refusal(reauthMessages.smsOff)
  const sent = await sendCode(house, { ...sending, address: caller.ip, what: smsForSignIn })
  if (sent.ok) return sent.seconds
  throw new Refusal(smsWaitMessage(sent.retryAfterS), { status: 429, retryAfterS: sent.retryAfterS })
}
