import {
  maskedPhone,
  reauthCalls,
  reauthLockedMessage,
  reauthMessages,
  verifyTypes,
} from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { domainMessages } from "@uc/contract/domains/calls"
import { readHostedModule } from "@uc/contract/reauth/hosted-operations"
import { isSensitiveModule, modulesWithoutSlider } from "@uc/contract/reauth/sensitive-modules"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls, type Handlers } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { Refusal } from "../../errors/refusal.ts"
import {
  countReauthAttempt,
  reauthLock,
  reauthSucceeded,
  returnReauthAttempt,
} from "../../security/attempts.ts"
import { audit, type Audited } from "../../security/audit.ts"
import { moduleName } from "../../security/module-name.ts"
import { operationInForce } from "../domains/public.ts"
import { issueGrant, type GrantOwner } from "../../security/grants.ts"
import { issueReauthTicket, pollReauth } from "../../security/qr/qr-tickets.ts"
import { watchTickets } from "../../security/qr/qr-watch.ts"
import { qrcodeImage } from "../../security/qr/qrcode-image.ts"
import { requireSlider } from "../../session/require-slider.ts"
import { smsTooOften } from "../../session/sms-too-often.ts"
import { isKnownAndCalm } from "../../security/human-check/known-and-calm.ts"
import { sliderHash, type SliderGiven } from "../../security/human-check/sliders.ts"
import { checkCode, codeCaptcha, codeWait, sendCode } from "../../security/sms/sms-codes.ts"
import { phoneOf, recordOf } from "./reauth.store.ts"

export const reauthRoutes = implementCalls(reauthCalls, (services) => ({
  verify: async ({ type, vcode, mid, ...slider }, context) => {
    const owner = await ownerOf(context, mid)
    const isBySms = type === verifyTypes.sms
    const lockedS = await reauthLock(services.database, owner)
    if (lockedS !== null) {
      await refuse(services, context, owner, false)
      throw lockedFor(lockedS)
    }
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
    const to = { person, phone: person.phone, address: context.caller.ip, isProven: true }
    const waitS = await codeWait(services, to)
    if (waitS !== null) throw smsTooOften(waitS)
    await checkSlider(services, context, owner, { slider, purpose: "sms", isOurs: true })
    const sent = await sendCode(services, {
      binding: bindingOf(owner),
      ...to,
      captchaHash: slider.chenckMoveId ? sliderHash(slider.chenckMoveId) : null,
      what: (await moduleName(context.db, mid)) ?? "",
    })
    if (!sent.ok) throw smsTooOften(sent.retryAfterS)
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

interface SliderDemand {
  readonly slider: SliderGiven
  readonly purpose: "reauth" | "sms"
  /** DAY-1: the specification does not ask for it, so who is known and has not failed lately needs none. */
  readonly isOurs: boolean
}

function checkSlider(
  { database }: Services,
  { device: { hash: holder }, caller }: RequestContext,
  owner: GrantOwner,
  { slider, purpose, isOurs }: SliderDemand,
): Promise<void> {
  return requireSlider(
    database,
    slider,
    { purpose, holder, address: caller.ip },
    async () => isOurs && (await isKnownAndCalm(database, { ...owner, holder })),
  )
}

function lockedFor(seconds: number): Refusal {
  return new Refusal(reauthLockedMessage(seconds), { status: 429, retryAfterS: seconds })
}

/** The slider solved for sending a code counts for checking it too: one slider, one code. */
async function checkHuman(
  services: Services,
  context: RequestContext,
  owner: GrantOwner,
  slider: SliderGiven,
  isBySms: boolean,
): Promise<void> {
  if (isBySms && slider.chenckMoveId) {
    const sentWith = await codeCaptcha(services.database, bindingOf(owner))
    if (sentWith?.equals(sliderHash(slider.chenckMoveId))) return
  }
  const isOurs = isBySms || modulesWithoutSlider.includes(owner.mid)
  await checkSlider(services, context, owner, { slider, purpose: "reauth", isOurs })
}

async function countAttempt(
  services: Services,
  context: RequestContext,
  owner: GrantOwner,
): Promise<{ isLast: boolean }> {
  const turn = await countReauthAttempt(services.database, owner)
  if (turn.ok) return turn
  await refuse(services, context, owner, false)
  throw lockedFor(turn.retryAfterS)
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
