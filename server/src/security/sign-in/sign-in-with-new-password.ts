import { sessionMessages } from "@uc/contract/account/calls"
import { unrestricted } from "../../db/scope.ts"
import { passwordHolder, setPassword } from "./own-password.ts"
import { commonPasswords, passwordFault } from "./password-rules.ts"
import { untieAfterNewPassword } from "./person-ties.ts"
import { personById } from "./person-signing-in.ts"
import {
  beginAttempt,
  completeSignIn,
  type Browser,
  type SignInOutcome,
  type SignInParts,
} from "./sign-in.ts"
import { findTicket, consumeTicket, voidTicketsOf } from "./sign-in-tickets.ts"

/** HOME-6: replaces a one-time password, and completes the sign-in that waited for it. */
export async function signInWithNewPassword(
  parts: SignInParts,
  given: { readonly ticket: string; readonly password: string },
  browser: Browser,
): Promise<SignInOutcome | { readonly is: "fault"; readonly sentence: string }> {
  const { hash } = browser.device
  const { database, passwords } = parts
  const ticket = await database.transaction(unrestricted, (db) =>
    findTicket(db, given.ticket, hash, "password"),
  )
  if (!ticket) return { is: "ticket-over" }
  const begun = await beginAttempt(parts, { typed: "", variant: ticket.variant }, browser, (db) =>
    personById(db, ticket.personId, hash),
  )
  const { person } = begun
  // The password was changed meanwhile: the proven one is no longer valid.
  if (person?.oneTime !== "live") return { is: "ticket-over" }
  const holder = await database.transaction(unrestricted, (db) => passwordHolder(db, person.id))
  const fault = holder && passwordFault(given.password, holder, await commonPasswords())
  if (fault) return { is: "fault", sentence: fault }
  if (await passwords.matches(given.password, person.record))
    return { is: "fault", sentence: sessionMessages.passwordSame }
  const phc = await passwords.hash(given.password)
  return completeSignIn(parts, { ...begun, typed: person.account }, person, browser, async (db) => {
    if (!(await consumeTicket(db, ticket))) return false
    await setPassword(db, person, { phc, pepperKid: passwords.kid })
    await voidTicketsOf(db, person.id)
    await untieAfterNewPassword(db, person.id)
    return true
  })
}
