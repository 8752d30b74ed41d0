import { unrestricted } from "../../db/scope.ts"
import { personById, provePhone } from "./person-signing-in.ts"
import {
  beginAttempt,
  completeSignIn,
  continueAfterPassword,
  mustUseTwoFactors,
  refuseAfterRightFactor,
  type Browser,
  type SignInOutcome,
  type SignInParts,
} from "./sign-in.ts"
import { signInWithTicketOfLink } from "./sign-in-by-link.ts"
import { consumeTicket, findTicket } from "./sign-in-tickets.ts"
import { isStillRecord } from "./still-record.ts"

/** DISTRICT-3: one of the accounts of a phone was chosen; its password, or the code, was right before. */
export async function signInAsChosen(
  parts: SignInParts,
  given: { readonly ticket: string },
  browser: Browser,
): Promise<SignInOutcome> {
  const { hash } = browser.device
  const { byPassword, byCode, byLink } = await parts.database.transaction(unrestricted, async (db) => ({
    byPassword: await findTicket(db, given.ticket, hash, "account"),
    byCode: await findTicket(db, given.ticket, hash, "account-by-code"),
    byLink: await findTicket(db, given.ticket, hash, "account-by-link"),
  }))
  if (byLink) return signInWithTicketOfLink(parts, byLink, browser)
  const ticket = byPassword ?? byCode
  if (!ticket) return { is: "ticket-over" }
  const begun = await beginAttempt(parts, { typed: "", variant: ticket.variant }, browser, (db) =>
    personById(db, ticket.personId, hash),
  )
  const { person } = begun
  if (!person) return { is: "ticket-over" }
  const attempt = { ...begun, typed: person.account }
  // A password that was changed meanwhile has voided it.
  if (!(await parts.database.transaction(unrestricted, (db) => consumeTicket(db, ticket))))
    return { is: "ticket-over" }
  if (byPassword)
    return continueAfterPassword(parts, attempt, person, browser, (db) =>
      isStillRecord(db, person, person.record ?? ""),
    )
  if (mustUseTwoFactors(parts, person))
    return refuseAfterRightFactor(parts, attempt, browser, { is: "password-too" })
  return completeSignIn(parts, { ...attempt, isByPhoneCode: true }, person, browser, async (db) => {
    if (!person.isPhoneProven) await provePhone(db, person.id, person.phone)
    return true
  })
}
