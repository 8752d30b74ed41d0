import type { Admintype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm"
import { builtOnce } from "../../db/built-once.ts"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { credential, person } from "../../db/schema/people.ts"
import { knownDevice } from "../../db/schema/sign-in.ts"

/** The person whose account was typed, before anything is proven. */
export interface PersonSigningIn {
  readonly id: Id
  readonly orgId: Id
  readonly account: string
  readonly phone: string | null
  readonly isPhoneProven: boolean
  readonly admintype: Admintype
  readonly mustUseSecondFactor: boolean
  readonly record: string | null
  readonly pepperKid: string | null
  /** HOME-6: an administrator made the password; until it expires it may only be used to set another one. */
  readonly oneTime: "no" | "live" | "over"
  /** LOGIN-5: the browser is one that they have used before. */
  readonly isAtKnownDevice: boolean
}

/** By account, or by a phone that only they have, or that only they have proven. */
export async function personByName(db: Db, typed: string, holder: Buffer): Promise<PersonSigningIn | null> {
  const found = await peopleCalled(db, { typed, holder })
  const [first] = found
  return first?.account === typed ? first : onlyOneOf(found)
}

/** DISTRICT-3: the accounts of one phone. Which of them is asked once the password or the code was right. */
export interface Sharing {
  readonly shared: readonly PersonSigningIn[]
}

/** Beyond it a number is no person's own, such as one that an office writes for everybody. */
export const sharedAtMost = 3

/** By account, or by phone. */
export async function peopleByName(
  db: Db,
  typed: string,
  holder: Buffer,
): Promise<PersonSigningIn | Sharing | null> {
  const found = await peopleCalled(db, { typed, holder })
  const [first] = found
  return first?.account === typed ? first : sharing(found)
}

export async function peopleByPhone(
  db: Db,
  phone: string,
  holder: Buffer,
): Promise<PersonSigningIn | Sharing | null> {
  return sharing(await peopleWithPhone(db, { phone, holder }))
}

function sharing(found: readonly PersonSigningIn[]): PersonSigningIn | Sharing | null {
  return found.length > 1 && found.length <= sharedAtMost ? { shared: found } : onlyOneOf(found)
}

export async function personById(db: Db, id: Id, holder: Buffer): Promise<PersonSigningIn | null> {
  return onlyOne(await peopleWithId(db, { id, holder }))
}

/**
 * A number that an administrator enters for many must not take the sign-in by phone from the one who has it already: of
 * several people the one who has proven it is found, and nobody where none or more than one has.
 */
function onlyOneOf([first, second]: readonly PersonSigningIn[]): PersonSigningIn | null {
  if (!first || !second) return first ?? null
  return first.isPhoneProven && !second.isPhoneProven ? first : null
}

function onlyOne(found: readonly PersonSigningIn[]): PersonSigningIn | null {
  return found.length === 1 ? (found[0] ?? null) : null
}

const isProven = isNotNull(person.phoneProvenAt)

const peopleCalled = builtOnce("people_called", ["typed", "holder"], (db, { typed, holder }) =>
  peopleWhere(db, holder, or(eq(person.account, typed), eq(person.phone, typed))).orderBy(
    desc(eq(person.account, typed)),
    desc(isProven),
  ),
)

const peopleWithPhone = builtOnce("people_with_phone", ["phone", "holder"], (db, { phone, holder }) =>
  peopleWhere(db, holder, eq(person.phone, phone)).orderBy(desc(isProven)),
)

const peopleWithId = builtOnce("people_with_id", ["id", "holder"], (db, { id, holder }) =>
  peopleWhere(db, holder, eq(person.id, id)),
)

/**
 * Runs across organisations: nobody is signed in yet, so there is no scope. Always one statement, so that time reveals
 * nothing; one row more than may share a phone is enough to see that there are too many.
 */
function peopleWhere(db: Db, holder: SQL, isMeant: SQL | undefined) {
  return db
    .select({
      id: person.id,
      orgId: person.orgId,
      account: person.account,
      phone: person.phone,
      isPhoneProven: isProven as SQL<boolean>,
      admintype: person.admintype,
      mustUseSecondFactor: person.mustUseSecondFactor,
      record: credential.phc,
      pepperKid: credential.pepperKid,
      oneTime: sql<"no" | "live" | "over">`case when ${credential.oneTimeUntil} is null then 'no'
        when ${credential.oneTimeUntil} > now() then 'live' else 'over' end`,
      isAtKnownDevice: isNotNull(knownDevice.id) as SQL<boolean>,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .leftJoin(credential, eq(credential.personId, person.id))
    .leftJoin(knownDevice, and(eq(knownDevice.personId, person.id), eq(knownDevice.deviceHash, holder)))
    .where(and(isMeant, isNull(person.disabledAt), isNull(organisation.disabledAt)))
    .limit(sharedAtMost + 1)
}

/** After a code that was sent to the phone was entered. */
export async function provePhone(db: Db, id: Id, phone: string | null): Promise<void> {
  if (phone === null) return
  await db
    .update(person)
    .set({ phoneProvenAt: sql`now()` })
    .where(and(eq(person.id, id), eq(person.phone, phone), isNull(person.phoneProvenAt)))
}
