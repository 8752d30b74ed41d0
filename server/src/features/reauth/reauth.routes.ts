import { captchaMessages } from "@uc/contract/captcha/calls"
import {
  maskedPhone,
  reauthCalls,
  reauthLockedMessage,
  reauthMessages,
  smsWaitMessage,
  verifyTypes,
} from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { isSensitiveModule, sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import { everything } from "../../db/scope.ts"
import { answer, type Ask, type Handlers, type House } from "../../http/calls/register-calls.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { SignedIn } from "../../session/sessions.ts"
import { reauthNotTried, reauthSucceeded, takeReauthTry } from "../../security/attempts.ts"
import { audit, type Audited } from "../../security/audit.ts"
import { issueGrant, type GrantOwner } from "../../security/grants.ts"
import { issueReauthTicket, pollReauth } from "../../security/qr/qr-tickets.ts"
import { watchTickets } from "../../security/qr/qr-watch.ts"
import { qrcodeImage } from "../../security/qr/qrcode-image.ts"
import { sliderHash, spendSlider, type SliderGiven } from "../../security/human-check/sliders.ts"
import { checkCode, codeCaptcha, sendCode } from "../../security/sms/sms-codes.ts"
import { phoneOf, recordOf } from "./reauth.store.ts"

export const reauthRoutes = answer(reauthCalls, (house) => ({
  verify: async ({ type, vcode, mid, ...slider }, ask) => {
    const owner = ownerOf(ask.user, mid)
    const isBySms = type === verifyTypes.sms
    await checkHuman(house, ask, owner, slider, isBySms)
    const { isLast } = await takeTry(house, ask, owner)
    const isRight = await (isBySms ? isRightCode : isRightPassword)(house, owner, vcode)
    if (!isRight) {
      await refuse(house, ask, owner, isLast)
      throw new Refusal(reauthMessages.failed)
    }
    await reauthSucceeded(house.database, owner)
    await issueGrant(ask.db, owner, isBySms ? "sms" : "password")
    await audit(ask.db, entryOf(ask, owner, "done"))
    // A token that somebody may have seen before is worth nothing now, and the session is awake again.
    ask.keepSession(await house.sessions.renew(ask.db, owner.sessionId))
    return {}
  },

  sendSms: async ({ mid, ...slider }, ask) => {
    const owner = ownerOf(ask.user, mid)
    if (house.sms === null) throw new Refusal(reauthMessages.smsOff)
    const person = await house.database.within(everything, (db) => phoneOf(db, owner.personId))
    if (!person) throw new Refusal(reauthMessages.noPhone)
    const spent = await spendSlider(house.database, slider, { purpose: "sms", holder: ask.device.hash })
    if (spent !== "spent") throw notHuman()
    const sent = await sendCode(house, {
      binding: bindingOf(owner),
      person,
      phone: person.phone,
      address: ask.caller.ip,
      captchaHash: sliderHash(slider.chenckMoveId),
      what: sensitiveModules[owner.mid].name,
      isProven: true,
    })
    if (!sent.ok)
      throw new Refusal(smsWaitMessage(sent.retryAfterS), { status: 429, retryAfterS: sent.retryAfterS })
    return { phone: maskedPhone(person.phone), seconds: sent.seconds }
  },

  qrcode: async ({ mid }, { user, caller }) => {
    const owner = ownerOf(user, mid)
    const ticket = await issueReauthTicket(house.database, owner, caller)
    return { image: await qrcodeImage(house.site, caller.origin, ticket) }
  },

  pollQrcode: polling(house),
}))

/** Q3: as long as nothing has happened, a poll is one question that many dialogs share. */
function polling({ database, sessions }: House): Handlers<typeof reauthCalls>["pollQrcode"] {
  const hasNews = watchTickets(database)
  return async ({ mid }, { user, keepSession }) => {
    const owner = ownerOf(user, mid)
    if (!(await hasNews(owner))) return false
    return database.within(everything, async (db) => {
      const { isConfirmed, isFirst } = await pollReauth(db, owner)
      if (isFirst) keepSession(await sessions.renew(db, owner.sessionId))
      return isConfirmed
    })
  }
}

/** Whatever is not a module that asks for proof is answered like a wrong factor: nobody learns which there are. */
function ownerOf({ sessionId, user }: SignedIn, mid: string): GrantOwner {
  if (!isSensitiveModule(mid)) throw new Refusal(reauthMessages.failed)
  return { sessionId, personId: user.id, mid }
}

function bindingOf({ sessionId, mid }: GrantOwner): string {
  return `reauth:${sessionId}:${mid}`
}

function notHuman(): Refusal {
  return new Refusal(captchaMessages.failed, { errtype: errtypes.captcha })
}

/** The slider that was solved for sending a code counts for checking it too: one slide, one code. */
async function checkHuman(
  house: House,
  { device }: Ask,
  owner: GrantOwner,
  slider: SliderGiven & { readonly chenckMoveId: string },
  isBySms: boolean,
): Promise<void> {
  if (isBySms) {
    const sentWith = await codeCaptcha(house.database, bindingOf(owner))
    if (sentWith?.equals(sliderHash(slider.chenckMoveId))) return
  }
  const spent = await spendSlider(house.database, slider, { purpose: "reauth", holder: device.hash })
  if (spent !== "spent") throw notHuman()
}

async function takeTry(house: House, ask: Ask, owner: GrantOwner): Promise<{ isLast: boolean }> {
  const turn = await takeReauthTry(house.database, owner)
  if (turn.ok) return turn
  await refuse(house, ask, owner, false)
  throw new Refusal(reauthLockedMessage(turn.retryAfterS), { status: 429, retryAfterS: turn.retryAfterS })
}

/** In the log in any case. A session whose person got ten factors wrong is hardly its owner's any more. */
async function refuse(
  { database, sessions }: House,
  ask: Ask,
  owner: GrantOwner,
  mustEnd: boolean,
): Promise<void> {
  await database.within(everything, async (db) => {
    await audit(db, entryOf(ask, owner, "refused"))
    if (mustEnd) await sessions.end(db, owner.sessionId)
  })
  if (mustEnd) throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
}

async function isRightPassword(
  { database, passwords }: House,
  owner: GrantOwner,
  vcode: string,
): Promise<boolean> {
  const record = await database.within(everything, (db) => recordOf(db, owner.personId))
  try {
    return await passwords.matches(vcode, record)
  } catch (error) {
    await reauthNotTried(database, owner)
    throw error
  }
}

async function isRightCode(house: House, owner: GrantOwner, vcode: string): Promise<boolean> {
  const found = await checkCode(house, { binding: bindingOf(owner), vcode })
  return found?.personId === owner.personId
}

function entryOf({ user, caller }: Ask, owner: GrantOwner, result: Audited["result"]): Audited {
  return {
    person: { id: user.user.id, orgId: user.user.orgid },
    sessionId: owner.sessionId,
    action: "reauth.verify",
    mid: owner.mid,
    result,
    ip: caller.ip,
  }
}
