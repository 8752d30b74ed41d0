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
import { domainMessages } from "@uc/contract/domains/calls"
import { readHostedModule } from "@uc/contract/reauth/hosted-operations"
import { isSensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls, type Handlers } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { Refusal } from "../../errors/refusal.ts"
import { returnReauthAttempt, reauthSucceeded, countReauthAttempt } from "../../security/attempts.ts"
import { audit, type Audited } from "../../security/audit.ts"
import { moduleName } from "../../security/module-name.ts"
import { operationInForce } from "../domains/public.ts"
import { issueGrant, type GrantOwner } from "../../security/grants.ts"
import { issueReauthTicket, pollReauth } from "../../security/qr/qr-tickets.ts"
import { watchTickets } from "../../security/qr/qr-watch.ts"
import { qrcodeImage } from "../../security/qr/qrcode-image.ts"
import { sliderHash, consumeSlider, type SliderGiven } from "../../security/human-check/sliders.ts"
import { checkCode, codeCaptcha, sendCode } from "../../security/sms/sms-codes.ts"
import { phoneOf, recordOf } from "./reauth.store.ts"

export const reauthRoutes = implementCalls(reauthCalls, (services) => ({
  verify: async ({ type, vcode, mid, ...slider }, context) => {
    const owner = await ownerOf(context, mid)
    const isBySms = type === verifyTypes.sms
    await checkHuman(services, context, owner, slider, isBySms)
    const { isLast } = await countAttempt(services, context, owner)
    const isRight = await (isBySms ? isRightCode : isRightPassword)(services, owner, vcode)
    if (!isRight) {
      await refuse(services, context, owner, isLast)
      throw new Refusal(reauthMessages.failed)
    }
    await reauthSucceeded(services.database, owner)
    await issueGrant(context.db, owner, isBySms ? "sms" : "password")
    await audit(context.db, entryOf(context, owner, "done"))
    // A token that somebody may have seen is replaced, and the session is unlocked.
    context.setSession(await services.sessions.renew(context.db, owner.sessionId))
    return {}
  },

  sendSms: async ({ mid, ...slider }, context) => {
    const owner = await ownerOf(context, mid)
    if (services.sms === null) throw new Refusal(reauthMessages.smsOff)
    const person = await services.database.transaction(unrestricted, (db) => phoneOf(db, owner.personId))
    if (!person) throw new Refusal(reauthMessages.noPhone)
    const spent = await consumeSlider(services.database, slider, {
      purpose: "sms",
      holder: context.device.hash,
    })
    if (spent !== "spent") throw notHuman()
    const sent = await sendCode(services, {
      binding: bindingOf(owner),
      person,
      phone: person.phone,
      address: context.caller.ip,
      captchaHash: sliderHash(slider.chenckMoveId),
      what: (await moduleName(context.db, mid)) ?? "",
      isProven: true,
    })
    if (!sent.ok)
      throw new Refusal(smsWaitMessage(sent.retryAfterS), { status: 429, retryAfterS: sent.retryAfterS })
    return { phone: maskedPhone(person.phone), seconds: sent.seconds }
  },

  qrcode: async ({ mid }, context) => {
    const { caller } = context
    const owner = await ownerOf(context, mid)
    const ticket = await issueReauthTicket(services.database, owner, caller)
    return { image: await qrcodeImage(services.site, caller.origin, ticket) }
  },

  pollQrcode: polling(services),
}))

/** Q3: while nothing has happened, the polls of many dialogs share one query. */
function polling({ database, sessions }: Services): Handlers<typeof reauthCalls>["pollQrcode"] {
  const decisionFor = watchTickets(database)
  return async ({ mid }, context) => {
    const { setSession } = context
    const owner = await ownerOf(context, mid)
    const decision = await decisionFor(owner)
    // DISTRICT-17: false would say "not yet", and the screen would wait until the code is over.
    if (decision === "refused") throw new Refusal(reauthMessages.refusedOnPhone)
    if (decision === null) return false
    return database.transaction(unrestricted, async (db) => {
      const { isConfirmed, isFirst } = await pollReauth(db, owner)
      if (isFirst) setSession(await sessions.renew(db, owner.sessionId))
      return isConfirmed
    })
  }
}

/**
 * Unknown modules are answered like a wrong factor: nobody learns which exist. DISTRICT-13: of an operation that a hosted
 * application has not registered, or no more, that is said: it is the page's author who has to know.
 */
async function ownerOf({ db, user: { sessionId, user } }: RequestContext, mid: string): Promise<GrantOwner> {
  if (!isSensitiveModule(mid)) {
    if (readHostedModule(mid) === null) throw new Refusal(reauthMessages.failed)
    if (!(await operationInForce(db, user.orgid, mid)))
      throw new Refusal(domainMessages.noSuchOperation, { status: 403 })
  }
  return { sessionId, personId: user.id, mid }
}

function bindingOf({ sessionId, mid }: GrantOwner): string {
  return `reauth:${sessionId}:${mid}`
}

function notHuman(): Refusal {
  return new Refusal(captchaMessages.failed, { errtype: errtypes.captcha })
}

/** The slider solved for sending a code counts for checking it too: one slider, one code. */
async function checkHuman(
  services: Services,
  { device }: RequestContext,
  owner: GrantOwner,
  slider: SliderGiven & { readonly chenckMoveId: string },
  isBySms: boolean,
): Promise<void> {
  if (isBySms) {
    const sentWith = await codeCaptcha(services.database, bindingOf(owner))
    if (sentWith?.equals(sliderHash(slider.chenckMoveId))) return
  }
  const spent = await consumeSlider(services.database, slider, { purpose: "reauth", holder: device.hash })
  if (spent !== "spent") throw notHuman()
}

async function countAttempt(
  services: Services,
  context: RequestContext,
  owner: GrantOwner,
): Promise<{ isLast: boolean }> {
  const turn = await countReauthAttempt(services.database, owner)
  if (turn.ok) return turn
  await refuse(services, context, owner, false)
  throw new Refusal(reauthLockedMessage(turn.retryAfterS), { status: 429, retryAfterS: turn.retryAfterS })
}

/** Logged in any case. After ten wrong factors the session is probably not its owner's. */
async function refuse(
  { database, sessions }: Services,
  context: RequestContext,
  owner: GrantOwner,
  mustEnd: boolean,
): Promise<void> {
  await database.transaction(unrestricted, async (db) => {
    await audit(db, entryOf(context, owner, "refused"))
    if (mustEnd) await sessions.end(db, owner.sessionId)
  })
  if (mustEnd) throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
}

async function isRightPassword(
  { database, passwords }: Services,
  owner: GrantOwner,
  vcode: string,
): Promise<boolean> {
  const record = await database.transaction(unrestricted, (db) => recordOf(db, owner.personId))
  try {
    return await passwords.matches(vcode, record)
  } catch (error) {
    await returnReauthAttempt(database, owner)
    throw error
  }
}

async function isRightCode(services: Services, owner: GrantOwner, vcode: string): Promise<boolean> {
  const found = await checkCode(services, { binding: bindingOf(owner), vcode })
  return found?.personId === owner.personId
}

function entryOf({ user, caller }: RequestContext, owner: GrantOwner, result: Audited["result"]): Audited {
  return {
    person: { id: user.user.id, orgId: user.user.orgid },
    sessionId: owner.sessionId,
    action: "reauth.verify",
    mid: owner.mid,
    result,
    ip: caller.ip,
  }
}
