import type { Keyed } from "../keyed.ts"
import { askWhichAccount } from "./offered-accounts.ts"
import { useLink, usableLink } from "./identity-links.ts"
import { peopleByPhone, personById, provePhone } from "./person-signing-in.ts"
import {
  askForNewPassword,
  beginAttempt,
  completeSignIn,
  refuseAfterRightFactor,
  mustUseTwoFactors,
  tryFactor,
  recordFailure,
  type Browser,
  type SignInOutcome,
  type SignInParts,
} from "./sign-in.ts"
import { findTicket, consumeTicket, type SignInTicket } from "./sign-in-tickets.ts"
import { checkCode, codeSeconds } from "../sms/sms-codes.ts"
import { unrestricted } from "../../db/scope.ts"

/**
 * What a code is bound to: this person's sign-in in this browser. Not to the one ticket: after a reload the password is
 * typed again, and the code that is on the phone already must still be valid, because the next one may not be sent so soon.
 */
export function checkCodeBinding({ personId, holder }: SignInTicket): string {
  return `check:${personId}:${holder.toString("hex")}`
}

export function phoneCodeBinding(keyed: Keyed, holder: Buffer, phone: string): string {
  return `login:${holder.toString("hex")}:${keyed.mac("phone", phone).toString("hex")}`
}

/** LOGIN-3: the second factor. A wrong code counts against the account like a wrong password. */
export async function signInByCheckCode(
  parts: SignInParts,
  given: { readonly ticket: string; readonly vcode: string },
  browser: Browser,
): Promise<SignInOutcome> {
  const { hash } = browser.device
  const ticket = await parts.database.transaction(unrestricted, (db) => findTicket(db, given.ticket, hash))
  if (!ticket) return { is: "ticket-over" }
  const begun = await beginAttempt(parts, { typed: "", variant: ticket.variant }, browser, (db) =>
    personById(db, ticket.personId, hash),
  )
  const { person } = begun
  if (!person) return { is: "ticket-over" }
  const { linkId } = ticket
  const link = linkId === null ? undefined : await usableLink(parts.database.systemDb, linkId)
  // SSO-4: unlinked or switched off meanwhile; or a one-time password was given, which another's word must not replace.
  if (link === null || (link && person.oneTime !== "no")) return { is: "ticket-over" }
  const attempt = { ...begun, typed: person.account, link }
  const tried = await tryFactor(parts, attempt, async () => {
    const found = await checkCode(parts, { binding: checkCodeBinding(ticket), vcode: given.vcode })
    return found?.personId === person.id
  })
  if (tried.is !== "right")
    return tried.is === "wrong" ? recordFailure(parts, attempt, browser, tried, "wrong-code") : tried
  if (person.oneTime !== "no") {
    const isSpent = await parts.database.transaction(unrestricted, (db) => consumeTicket(db, ticket))
    return isSpent ? askForNewPassword(parts, attempt, person, browser) : { is: "ticket-over" }
  }
  return completeSignIn(parts, attempt, person, browser, async (db) => {
    if (!(await consumeTicket(db, ticket))) return false
    if (link && !(await useLink(db, link.id))) return false
    if (!person.isPhoneProven) await provePhone(db, person.id, person.phone)
    return true
  })
}

/** LOGIN-3: phone and code instead of a password. That two factors are needed is said only after the code was right. */
export async function signInByPhone(
  parts: SignInParts,
  { phone, vcode }: { readonly phone: string; readonly vcode: string },
  browser: Browser,
): Promise<SignInOutcome> {
  const { hash } = browser.device
  const binding = phoneCodeBinding(parts.keyed, hash, phone)
  // No code can be right, so this is not counted: otherwise anybody could lock out people and schools without a slider.
  if ((await codeSeconds(parts.database, binding)) === 0) return { is: "wrong-code" }
  const attempt = await beginAttempt(parts, { typed: phone, variant: "newLogin" }, browser, (db) =>
    peopleByPhone(db, phone, hash),
  )
  const { person, shared } = attempt
  const tried = await tryFactor(parts, attempt, async () => {
    const found = await checkCode(parts, { binding, vcode })
    return (person ? [person] : shared).some(({ id }) => id === found?.personId)
  })
  if (tried.is !== "right")
    return tried.is === "wrong" ? recordFailure(parts, attempt, browser, tried, "wrong-code") : tried
  if (shared.length > 0) return askWhichAccount(parts, attempt, shared, browser, "account-by-code")
  if (!person) throw new Error("A code was right that was sent to nobody")
  if (mustUseTwoFactors(parts, person))
    return refuseAfterRightFactor(parts, attempt, browser, { is: "password-too" })
  return completeSignIn(parts, { ...attempt, isByPhoneCode: true }, person, browser, async (db) => {
    if (!person.isPhoneProven) await provePhone(db, person.id, phone)
    return true
  })
}
