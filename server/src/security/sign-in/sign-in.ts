import { loginVariants, type LoginVariant, type LoginVariantRules } from "@uc/contract/login/login-variants"
import type { OfferedAccount } from "@uc/contract/core/reply"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { admintypes } from "@uc/contract/account/calls"
import { and, eq } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { credential } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Keyed } from "../keyed.ts"
import type { Passwords } from "./passwords.ts"
import { longestLock, type CounterState } from "../attempt-rules.ts"
import {
  attemptReturned,
  attemptSucceeded,
  counterStates,
  incrementCounters,
  returnAttempt,
} from "../attempt-statements.ts"
import { countAttempt, reserveAttempt, type CountedAttempt } from "../attempts.ts"
import { rememberDeviceStatement } from "./known-devices.ts"
import type { BegunSessions } from "./begun-sessions.ts"
import { logSignInStatement, logSignIn } from "./login-log.ts"
import {
  peopleByName,
  personById,
  sharedAtMost,
  type PersonSigningIn,
  type Sharing,
} from "./person-signing-in.ts"
import { isSuspicious, sharedCounters, signInCounters, type SignInCounters } from "./sign-in-counters.ts"
import type { UsedLink } from "./identity-links.ts"
import { askWhichAccount } from "./offered-accounts.ts"
import { issueTicket } from "./sign-in-tickets.ts"
import { isStillRecord } from "./still-record.ts"

type LockOutcome = { readonly is: "locked" | "address-busy"; readonly seconds: number }

/** How a sign-in ended, or what it waits for. */
export type SignInOutcome =
  | LockOutcome
  | { readonly is: "signed-in"; readonly token: string }
  | { readonly is: "second-factor"; readonly ticket: string; readonly phone: string }
  | { readonly is: "new-password"; readonly ticket: string }
  | { readonly is: "which-account"; readonly accounts: readonly OfferedAccount[] }
  | {
      readonly is: "human-check"
      readonly kind: LoginVariantRules["humanCheck"]
      readonly was: "missing" | "failed"
    }
  | { readonly is: "wrong-password" | "wrong-code" | "ticket-over" }
  | { readonly is: "demo-only" | "admins-only" | "no-phone" | "password-too" | "one-time-over" }
  | { readonly is: "password-first" }

export interface SignInParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly keyed: Keyed
  readonly site: { readonly isDemo: boolean }
  readonly sms: "gateway" | "screen" | null
  readonly sessions: BegunSessions
}

/** The browser that a sign-in comes from. */
export interface Browser {
  readonly device: { readonly hash: Buffer }
  readonly caller: { readonly ip: string; readonly userAgent: string }
  /** The session of its cookie: the sign-in ends it. */
  readonly before: { readonly sessionId: string } | null
}

/** A sign-in under way: the person, and the counters. */
export interface Attempt {
  readonly typed: string
  readonly variant: LoginVariant | null
  readonly person: PersonSigningIn | null
  /** Those of a phone that several have; then `person` is null. */
  readonly shared: readonly PersonSigningIn[]
  readonly counters: SignInCounters
  /** The counters before it began. */
  readonly states: readonly CounterState[]
  /** SSO-4: another vouched for the person, by what they have linked. */
  readonly link?: UsedLink | undefined
  /** A code to the person's phone is all that was proven. */
  readonly isByPhoneCode?: boolean | undefined
  /** Null: the attempt is still to be counted, because there were failures before or a human check comes first. */
  readonly counted: CountedAttempt | null
}

const plainVariant: LoginVariantRules = loginVariants.gzLogin

export interface PasswordGiven {
  readonly account: string
  readonly password: string
  readonly variant: LoginVariant | null
  /** Spends the human check of the request. Called only where the rules require one. */
  readonly humanCheck: (kind: LoginVariantRules["humanCheck"]) => Promise<"spent" | "missing" | "failed">
}

/**
 * LOGIN-3, LOGIN-5: locks, then the human check, then the password, then the result. A locked-out request spends no slider,
 * and one without a slider uses up nobody's attempts. No transaction is open while argon2 works: a flood of sign-ins must
 * not hold the database's connections.
 */
export async function signInByPassword(
  parts: SignInParts,
  { account, password, variant, humanCheck }: PasswordGiven,
  browser: Browser,
): Promise<SignInOutcome> {
  const rules: LoginVariantRules = variant ? loginVariants[variant] : plainVariant
  if (rules.isDemoOnly && !parts.site.isDemo) return { is: "demo-only" }
  const mustCheck = rules.humanCheckWhen === "always"
  const attempt = await beginAttempt(
    parts,
    { typed: account, variant, mayReserve: !mustCheck },
    browser,
    (db) => peopleByName(db, account, browser.device.hash),
  )
  const lock = longestLock(attempt.states)
  if (lock) return outcomeOf(lock)

  if (mustCheck || isSuspicious(attempt.states)) {
    const was = await humanCheck(rules.humanCheck)
    if (was !== "spent") return { is: "human-check", kind: rules.humanCheck, was }
  }

  const matching: PersonSigningIn[] = []
  const tried = await tryFactor(parts, attempt, async () => {
    matching.push(...(await whosePassword(parts.passwords, password, attempt)))
    return matching.length > 0
  })
  if (tried.is !== "right")
    return tried.is === "wrong" ? recordFailure(parts, attempt, browser, tried) : tried
  const [person, another] = matching
  // The password of nobody is never right.
  if (!person) throw new Error("A password was right that nobody has")
  if (another) return askWhichAccount(parts, attempt, matching, browser, "account")
  const record = await renewedRecord(parts, person, password)
  const own = attempt.person ? attempt : await attemptOfOne(parts, attempt, person, browser)
  return continueAfterPassword(parts, own, person, browser, (db) => isStillRecord(db, person, record))
}

/** As many are tried for every phone, so that time reveals nothing of how many have it (LOGIN-5). */
async function whosePassword(
  passwords: Passwords,
  password: string,
  { typed, person, shared }: Attempt,
): Promise<PersonSigningIn[]> {
  const candidates = person ? [person] : shared
  const found: PersonSigningIn[] = []
  for (let no = 0; no < (isPhone(typed) ? sharedAtMost : 1); no++) {
    const candidate = candidates[no]
    if ((await passwords.matches(password, candidate?.record ?? null)) && candidate) found.push(candidate)
  }
  return found
}

const isPhone = (typed: string) => /^1[0-9]{10}$/.test(typed)

/** Of the accounts that share a phone one is meant: what was counted for the others is given back, not forgotten. */
async function attemptOfOne(
  parts: SignInParts,
  { typed, variant, counters }: Attempt,
  { id }: PersonSigningIn,
  browser: Browser,
): Promise<Attempt> {
  await parts.database.transaction(unrestricted, (db) => returnAttempt(db, counters.tries))
  return beginAttempt(parts, { typed, variant }, browser, (db) => personById(db, id, browser.device.hash))
}

/** What follows a right password. */
export async function continueAfterPassword(
  parts: SignInParts,
  attempt: Attempt,
  person: PersonSigningIn,
  browser: Browser,
  isStillRight: (db: Db) => Promise<boolean>,
): Promise<SignInOutcome> {
  const { variant } = attempt
  const rules: LoginVariantRules = variant ? loginVariants[variant] : plainVariant
  if (variant === "adminLogin" && person.admintype === admintypes.none)
    return refuseAfterRightFactor(parts, attempt, browser, { is: "admins-only" })
  if (person.oneTime === "over")
    return refuseAfterRightFactor(parts, attempt, browser, { is: "one-time-over" })
  if (rules.secondFactor === "always" || mustUseTwoFactors(parts, person))
    return askForSecondFactor(parts, attempt, person, browser)
  if (person.oneTime === "live") return askForNewPassword(parts, attempt, person, browser)
  return completeSignIn(parts, attempt, person, browser, isStillRight)
}

/**
 * Administrators, where a message can reach them: also through another login variant than the administrators' own. Not where
 * nothing can be sent: the first administrator of a new site must get in.
 */
export function mustUseTwoFactors({ site, sms }: SignInParts, person: PersonSigningIn): boolean {
  const isReachable = sms !== null && person.phone !== null
  return person.mustUseSecondFactor || (!site.isDemo && isReachable && person.admintype !== admintypes.none)
}

export async function beginAttempt(
  { database, keyed }: SignInParts,
  {
    typed,
    variant,
    mayReserve = false,
  }: { readonly typed: string; readonly variant: LoginVariant | null; readonly mayReserve?: boolean },
  { device, caller }: Browser,
  find: (db: Db) => Promise<PersonSigningIn | Sharing | null>,
): Promise<Attempt> {
  const db = database.systemDb
  const found = await find(db)
  const shared = found && "shared" in found ? found.shared : []
  const person = found && !("shared" in found) ? found : null
  const from = { holder: device.hash, ip: caller.ip }
  const counters =
    shared.length > 0
      ? sharedCounters(keyed, { typed, shared }, from)
      : signInCounters(keyed, { typed, person }, from)
  const reserved = mayReserve ? await reserveAttempt(db, counters.tries, counters.mistyped) : null
  const states = reserved?.states ?? (await counterStates(db, [...counters.tries, ...counters.mistyped]))
  return { typed, variant, person, shared, counters, states, counted: reserved?.counted ?? null }
}

type Tried =
  | { readonly is: "right" }
  | { readonly is: "wrong"; readonly lock: CounterState | null }
  | LockOutcome

/** Counts the attempt, then makes it. One that could not be made (too many are waiting) is not counted any more. */
export async function tryFactor(
  { database }: SignInParts,
  { counters: { tries }, counted: countedBefore }: Attempt,
  isRight: () => Promise<boolean>,
): Promise<Tried> {
  const counted = countedBefore ?? (await countAttempt(database, tries))
  if (!counted.ok) return outcomeOf(longestLock(counted.locks))
  let right: boolean
  try {
    right = await isRight()
  } catch (error) {
    // The first error is the one to report; an attempt that can't be given back stays counted.
    await database.transaction(unrestricted, (db) => returnAttempt(db, tries)).catch(() => {})
    throw error
  }
  return right ? { is: "right" } : { is: "wrong", lock: longestLock(counted.locks) }
}

export function outcomeOf(lock: CounterState | null): LockOutcome {
  const seconds = Math.ceil(lock?.lockedS ?? 1)
  return { is: lock?.scope === "address" ? "address-busy" : "locked", seconds }
}

/** The attempt that sets a lock reports the lock, or the person would learn of it only with the next attempt. */
export async function recordFailure(
  { database }: SignInParts,
  { typed, variant, person, counters }: Attempt,
  { caller }: Browser,
  { lock }: { readonly lock: CounterState | null },
  what: "wrong-password" | "wrong-code" = "wrong-password",
): Promise<SignInOutcome> {
  await database.transaction(unrestricted, async (db) => {
    await incrementCounters(db, counters.mistyped)
    const result = lock ? "locked" : "refused"
    await logSignIn(db, { account: typed, person, variant, result, reason: what, caller })
  })
  return lock ? outcomeOf(lock) : { is: what }
}

/** The factor was right but nobody is signed in: neither a failure nor a success, so earlier failures still count. */
export async function refuseAfterRightFactor<Outcome extends SignInOutcome>(
  { database }: SignInParts,
  { typed, variant, person, counters, link }: Attempt,
  { caller }: Browser,
  outcome: Outcome,
): Promise<Outcome> {
  await database.transaction(unrestricted, async (db) => {
    await returnAttempt(db, counters.tries)
    const entry = { account: typed, person, variant, source: link?.source, result: "refused" } as const
    await logSignIn(db, { ...entry, reason: outcome.is, caller })
  })
  return outcome
}

async function askForSecondFactor(
  parts: SignInParts,
  attempt: Attempt,
  person: PersonSigningIn,
  browser: Browser,
): Promise<SignInOutcome> {
  if (person.phone === null) return refuseAfterRightFactor(parts, attempt, browser, { is: "no-phone" })
  const { typed, variant, counters, link } = attempt
  const ticket = await parts.database.transaction(unrestricted, async (db) => {
    await returnAttempt(db, counters.tries)
    const entry = { account: typed, person, variant, source: link?.source, result: "second-factor" } as const
    await logSignIn(db, { ...entry, caller: browser.caller })
    return issueTicket(db, { personId: person.id, holder: browser.device.hash, variant, linkId: link?.id })
  })
  return { is: "second-factor", ticket, phone: maskedPhone(person.phone) }
}

/** HOME-6: everything is proven, but with a one-time password, which an administrator knows: it must be replaced first. */
export async function askForNewPassword(
  { database }: SignInParts,
  { typed, variant, counters }: Attempt,
  person: PersonSigningIn,
  { caller, device }: Browser,
): Promise<SignInOutcome> {
  const ticket = await database.transaction(unrestricted, async (db) => {
    await returnAttempt(db, counters.tries)
    const entry = {
      account: typed,
      person,
      variant,
      result: "second-factor",
      reason: "new-password",
    } as const
    await logSignIn(db, { ...entry, caller })
    return issueTicket(db, { personId: person.id, holder: device.hash, variant }, "password")
  })
  return { is: "new-password", ticket }
}

/**
 * After every factor, in one transaction: the counters are reset and the browser is remembered, where all factors were ours; the session
 * begins.
 * `isStillRight` is checked inside it: what was proven a moment ago may have been changed or used meanwhile.
 */
export async function completeSignIn(
  { database, sessions }: SignInParts,
  { typed, variant, counters, states, link, isByPhoneCode }: Attempt,
  person: PersonSigningIn,
  { device, caller, before }: Browser,
  isStillRight: (db: Db) => Promise<boolean>,
): Promise<SignInOutcome> {
  const forgotten = states.filter(({ scope }) => scope === "mistyped-account" || scope === "mistyped-browser")
  try {
    const token = await database.transaction(unrestricted, async (db) => {
      if (before) await sessions.end(db, before.sessionId)
      const [isRight, begun] = await Promise.all([
        isStillRight(db),
        sessions.begin(db, person, caller, device, {
          along: [
            // FAULT-7: another's word frees no guesses at the password, neither of the account nor by a browser that would count as known.
            ...(link
              ? [attemptReturned(counters.tries)]
              : [
                  attemptSucceeded([...counters.tries, ...forgotten]),
                  rememberDeviceStatement(db, person, device, caller),
                ]),
            logSignInStatement(db, {
              account: typed,
              person,
              variant,
              source: link?.source,
              result: "signed-in",
              caller,
            }),
          ],
          linkId: link?.id,
          isByPhoneCode,
        }),
      ])
      if (!isRight) throw new NoLongerRight()
      return begun
    })
    return { is: "signed-in", token }
  } catch (error) {
    if (error instanceof NoLongerRight) return { is: "ticket-over" }
    throw error
  }
}

/** Rolls back the session that was begun at the same time. */
class NoLongerRight extends Error {}

/** A record of old parameters, or of a pepper's old id, is replaced with the password that has just matched it. */
async function renewedRecord(
  { database, passwords }: SignInParts,
  { id, record, pepperKid }: PersonSigningIn,
  password: string,
): Promise<string> {
  if (record === null) throw new Error("A password was right without a record")
  if (!passwords.isOld(record) && pepperKid === passwords.kid) return record
  const phc = await passwords.hash(password)
  const changed = await database.transaction(unrestricted, (db) =>
    db
      .update(credential)
      .set({ phc, pepperKid: passwords.kid })
      .where(and(eq(credential.personId, id), eq(credential.phc, record)))
      .returning({ phc: credential.phc }),
  )
  return changed[0]?.phc ?? record
}
