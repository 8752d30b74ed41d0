import type { Id } from "@uc/contract/core/wire"
import { unrestricted } from "../../db/scope.ts"
import { longestLock } from "../attempt-rules.ts"
import { usableLink, useLink, type UsedLink } from "./identity-links.ts"
import { askWhichAccount } from "./offered-accounts.ts"
import { personById, type PersonSigningIn } from "./person-signing-in.ts"
import {
  beginAttempt,
  continueAfterPassword,
  outcomeOf,
  refuseAfterRightFactor,
  type Browser,
  type SignInOutcome,
  type SignInParts,
} from "./sign-in.ts"
import { consumeTicket, type SignInTicket } from "./sign-in-tickets.ts"

const noCounters = { tries: [], mistyped: [] } as const

export interface LinkOfPerson extends UsedLink {
  readonly personId: Id
}

/** SSO-4: another has said who it is. From here on everything is as after a right password: locks, second factor, the log. */
export async function signInByLinks(
  parts: SignInParts,
  links: readonly LinkOfPerson[],
  browser: Browser,
): Promise<SignInOutcome> {
  const [first, another] = links
  if (!first) return { is: "ticket-over" }
  if (!another) return signInByLink(parts, first, browser)
  const people: PersonSigningIn[] = []
  for (const { personId } of links) {
    const found = await personById(parts.database.systemDb, personId, browser.device.hash)
    if (found) people.push(found)
  }
  const attempt = {
    typed: "",
    variant: null,
    counters: noCounters,
    links: new Map(links.map((link) => [link.personId, link])),
  }
  return askWhichAccount(parts, attempt, people, browser, "account-by-link")
}

async function signInByLink(
  parts: SignInParts,
  { personId, ...link }: LinkOfPerson,
  browser: Browser,
): Promise<SignInOutcome> {
  const { hash } = browser.device
  const begun = await beginAttempt(parts, { typed: "", variant: null }, browser, (db) =>
    personById(db, personId, hash),
  )
  const { person } = begun
  if (!person) return { is: "ticket-over" }
  // A locked account is locked for every way in.
  const lock = longestLock(begun.states)
  if (lock) return outcomeOf(lock)
  // FAULT-7: no password was tried, so nothing is counted, given back or forgotten: the source's owner could guess on for ever.
  const attempt = { ...begun, typed: person.account, link, counters: noCounters, states: [] }
  // HOME-6: what an administrator has given is replaced by whoever got it, never on another's word.
  if (person.oneTime !== "no")
    return refuseAfterRightFactor(parts, attempt, browser, { is: "password-first" })
  return continueAfterPassword(parts, attempt, person, browser, (db) => useLink(db, link.id))
}

/** One of several accounts of an identity was chosen. */
export async function signInWithTicketOfLink(
  parts: SignInParts,
  ticket: SignInTicket,
  browser: Browser,
): Promise<SignInOutcome> {
  const link = await parts.database.transaction(unrestricted, async (db) => {
    const used = ticket.linkId === null ? null : await usableLink(db, ticket.linkId)
    return used && (await consumeTicket(db, ticket)) ? used : null
  })
  return link ? signInByLink(parts, { ...link, personId: ticket.personId }, browser) : { is: "ticket-over" }
}
