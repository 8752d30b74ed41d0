import { lockedMessage, loginMessages } from "@uc/contract/login/calls"
import { profileCalls, profileLimits, profileMessages } from "@uc/contract/account/profile-calls"
import { shownEmail } from "@uc/contract/people/email"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { sessionMessages, type CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { browserOf } from "../../session/sign-in-answer.ts"
import { rememberDeviceStatement } from "../../security/sign-in/known-devices.ts"
import { logSignInStatement } from "../../security/sign-in/login-log.ts"
import { personById } from "../../security/sign-in/person-signing-in.ts"
import { untiePeople } from "../../security/sign-in/person-ties.ts"
import { provePassword } from "../../security/sign-in/prove-password.ts"
import { mustUseTwoFactors } from "../../security/sign-in/sign-in.ts"
import { requireSlider } from "../../session/require-slider.ts"
import { smsTooOften } from "../../session/sms-too-often.ts"
import { isKnownAndCalm } from "../../security/human-check/known-and-calm.ts"
import type { SliderGiven } from "../../security/human-check/sliders.ts"
import { checkCode, codeWait, sendCode } from "../../security/sms/sms-codes.ts"
import {
  dropPicture,
  emailOf,
  himgOf,
  homePageOf,
  isPhoneTaken,
  organisationsOf,
  provenPhoneOf,
  setEmail,
  setHomePage,
  setPhone,
  setSignature,
  tiedPerson,
  tiePeople,
  type Owner,
} from "./profile.store.ts"

export const profileRoutes = implementCalls(profileCalls, (services) => ({
  own: async (_input, { db, user: { user, isBySource } }) => ({
    himg: user.himg,
    phone: user.phone,
    email: shownEmail(await emailOf(db, user.id)),
    signature: user.signature,
    homePage: await homePageOf(db, user.id),
    organisations: await organisationsOf(services.database.systemDb, user.id),
    switchesByPassword: isBySource,
  }),

  pictureOf: async ({ personid }, { db }) => foundOrForbidden(await himgOf(db, personid)),

  removePicture: async (_input, { db, user: { user } }) => {
    await dropPicture(db, user.id)
    return { ...user, himg: null }
  },

  saveSignature: async ({ signature }, { db, user: { user } }) => {
    const kept = signature === "" ? null : signature
    await setSignature(db, user.id, kept)
    return { ...user, signature: kept }
  },

  saveHomePage: async ({ place }, { db, user: { user } }) => {
    await setHomePage(db, ownerOf(user), place ?? null)
    return {}
  },

  checkPhone: async ({ phone }, context) => {
    const to = await newPhoneOf(services, context, phone)
    const waitS = await codeWait(services, to)
    if (waitS !== null) throw smsTooOften(waitS)
    return {}
  },

  sendPhoneCode: async ({ phone }, context) => {
    const sent = await sendCode(services, {
      ...(await newPhoneOf(services, context, phone)),
      binding: phoneBinding(context.user.sessionId, phone),
      captchaHash: null,
      what: "更换手机号",
    })
    if (!sent.ok) throw smsTooOften(sent.retryAfterS)
    context.note({ phone: maskedPhone(phone) })
    return { seconds: sent.seconds }
  },

  changePhone: async ({ phone, vcode }, { db, user: { user, sessionId }, note }) => {
    const found = await checkCode(services, { binding: phoneBinding(sessionId, phone), vcode })
    if (found?.personId !== user.id) throw new Refusal(profileMessages.codeWrong)
    // Only after the proof: before it, the answer would reveal who has which phone.
    if (await isPhoneTaken(services.database.systemDb, phone, user.id))
      throw new Refusal(profileMessages.phoneTaken)
    await setPhone(db, user.id, phone)
    note({ phone: maskedPhone(phone) })
    return { ...user, phone: maskedPhone(phone) }
  },

  saveEmail: async ({ email }, { db, user: { user }, note }) => {
    const before = { email: shownEmail(await emailOf(db, user.id)) }
    const after = { email: shownEmail(email || null) }
    await setEmail(db, user.id, email || null)
    note({ id: user.id, before, after })
    return after
  },

  tie: async ({ account, password, ...slider }, context) => {
    // After a failure no password is tried without a slider, and the grant stays for the next try.
    await requireHuman(services, context, slider)
    return spendingGrant(() => tieTo(services, context, { account, password }))
  },

  untie: async ({ personid }, context) => {
    const { user } = context.user
    const organisations = await services.database.transaction(unrestricted, async (db) => {
      const other = await tiedPerson(db, user.id, personid)
      if (!other) throw notTied()
      await untiePeople(db, [other.id])
      return organisationsOf(db, user.id)
    })
    await writeAuditEntry(context, "profile.untie", { person: personid })
    return { organisations }
  },

  switchTo: async ({ personid, password, ...slider }, context) => {
    const { user, sessionId, isBySource } = context.user
    const { caller, device } = context
    if (isBySource) {
      if (password === undefined)
        throw new Refusal(profileMessages.switchNeedsPassword, { status: 403, field: "password" })
      await mustKnowPassword(services, context, personid, { password, slider })
    }
    // A transaction of its own, because row-level security hides the new session from the current one. If the current
    // one fails, nobody has the token.
    const token = await services.database.transaction(unrestricted, async (db) => {
      const other = await tiedPerson(db, user.id, personid)
      if (!other) throw notTied()
      await mustBeAsWellProven(services, db, device.hash, { from: user.id, to: other.id })
      return services.sessions.begin(db, other, caller, device, {
        from: { sessionId, endsWithIt: false },
        along: [
          // FAULT-7: guesses from a known browser are counted apart; another's word makes none known.
          ...(isBySource ? [] : [rememberDeviceStatement(db, other, device, caller)]),
          logSignInStatement(db, {
            account: other.account,
            person: other,
            variant: null,
            result: "signed-in",
            reason: "switched",
            caller,
          }),
        ],
      })
    })
    await services.sessions.end(context.db, sessionId)
    const found = foundOrForbidden(await services.sessions.find(token, true))
    context.setSession(token)
    context.note({ person: personid })
    return found.user
  },
}))

async function newPhoneOf({ sms }: Services, { db, user: { user }, caller }: RequestContext, phone: string) {
  if (sms === null) throw new Refusal(profileMessages.smsOff)
  if ((await provenPhoneOf(db, user.id)) === phone) throw new Refusal(profileMessages.phoneSame)
  return { person: ownerOf(user), phone, address: caller.ip, isProven: true }
}

async function requireHuman(
  { database }: Services,
  { device, caller, user: { user, sessionId } }: RequestContext,
  slider: SliderGiven,
): Promise<void> {
  const holder = device.hash
  // DAY-1: who is known and has not failed lately is not asked for one.
  await requireSlider(database, slider, { purpose: "login", holder, address: caller.ip }, () =>
    isKnownAndCalm(database, { personId: user.id, sessionId, holder }),
  )
}

async function tieTo(
  services: Services,
  context: RequestContext,
  { account, password }: { readonly account: string; readonly password: string },
) {
  const { user } = context.user
  const other = await proven(services, context, account, password)
  if (other.id === user.id) throw new Refusal(profileMessages.tieSelf)
  if (other.orgId === user.orgid) throw new Refusal(profileMessages.tieSameOrg)
  const organisations = await services.database.transaction(unrestricted, async (db) => {
    if (await tiedPerson(db, user.id, other.id)) throw new Refusal(profileMessages.tieTaken)
    await tiePeople(db, ownerOf(user), other)
    const all = await organisationsOf(db, user.id)
    if (all.length > profileLimits.tied) throw new Refusal(profileMessages.tieTooMany)
    return all
  })
  context.note({ person: other.id })
  return { organisations }
}

/** After a wrong password the grant is spent. */
async function spendingGrant<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.message, { ...error.details, commits: true }) : error
  }
}

/** FAULT-7: who runs a source must not get on to accounts that it does not vouch for. */
async function mustKnowPassword(
  services: Services,
  context: RequestContext,
  personid: Id,
  { password, slider }: { readonly password: string; readonly slider: SliderGiven },
): Promise<void> {
  const other = await services.database.transaction(unrestricted, (db) =>
    tiedPerson(db, context.user.user.id, personid),
  )
  if (!other) throw notTied()
  await requireHuman(services, context, slider)
  await spendingGrant(() => proven(services, context, other.account, password))
}

function ownerOf({ id, orgid }: CurrentUser): Owner {
  return { id, orgId: orgid }
}

function phoneBinding(sessionId: string, phone: string): string {
  return `new-phone:${sessionId}:${phone}`
}

/** An account with two factors can't be reached through one with a single factor. */
async function mustBeAsWellProven(
  services: Services,
  db: Db,
  holder: Buffer,
  { from, to }: { readonly from: Id; readonly to: Id },
): Promise<void> {
  const needsTwo = async (id: Id) =>
    mustUseTwoFactors(services, foundOrForbidden(await personById(db, id, holder)))
  if ((await needsTwo(to)) && !(await needsTwo(from)))
    throw new Refusal(profileMessages.switchTwoFactors, { status: 403 })
}

/** Not linked, not existing and not theirs get the same answer. */
function notTied(): Refusal {
  return new Refusal(profileMessages.notTied, { status: 403 })
}

/** Counted like a sign-in: guessing here locks the account in the same way. */
async function proven(
  services: Services,
  context: RequestContext,
  account: string,
  password: string,
): Promise<Owner & { id: Id }> {
  const outcome = await provePassword(services, { account, password }, browserOf(context))
  switch (outcome.is) {
    case "proven":
      return outcome.person
    case "locked":
      throw new Refusal(lockedMessage(outcome.seconds), { status: 429, retryAfterS: outcome.seconds })
    case "address-busy":
      throw new Refusal(loginMessages.addressBusy, { status: 429, retryAfterS: outcome.seconds })
    case "two-factors":
      throw new Refusal(profileMessages.tieTwoFactors)
    case "wrong":
      throw new Refusal(sessionMessages.wrongCredentials)
  }
}
