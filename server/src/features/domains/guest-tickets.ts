import { createHash, randomBytes } from "node:crypto"
import { domainLimits, type DomainHelper } from "@uc/contract/domains/calls"
import { type DomainUserField, type RedeemedUser } from "@uc/contract/domains/user-fields"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, sql } from "drizzle-orm"
import { entryInForce, type DomainEntry } from "./domains-in-force.ts"
import { isLiveSession } from "../../db/queries/live-session.ts"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { authDomain, guestTicket } from "../../db/schema/domains.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { session } from "../../db/schema/sessions.ts"

/** A ticket reveals what `currentUser` does, so it needs the same permission. */
const needed: DomainHelper = "user"
const mayAskWhoItIs = sql`${needed} = any (${authDomain.helpers})`

function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** 256 random bits can't be guessed from a list, so a plain hash is enough. */
function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}

/** Null: no such domain. */
export async function renewSecret(db: Db, org: Id, domain: Id): Promise<string | null> {
  const secret = newSecret()
  const renewed = await db
    .update(authDomain)
    .set({ secretHash: hashOf(secret) })
    .where(and(eq(authDomain.orgId, org), eq(authDomain.id, domain)))
    .returning({ id: authDomain.id })
  return renewed.length > 0 ? secret : null
}

interface Guest {
  readonly org: Id
  readonly personId: Id
  readonly sessionId: string
  readonly origin: string
}

export type GuestTicketOutcome =
  | { readonly is: "issued"; readonly ticket: string }
  | { readonly is: "not-in-force" | "no-secret" }

/** For a page of this origin: only its server can redeem it. */
export async function issueGuestTicket(db: Db, guest: Guest): Promise<GuestTicketOutcome> {
  const domain = await entryInForce(db, guest.org, guest.origin)
  if (!domain?.helpers.includes(needed)) return { is: "not-in-force" }
  if (!domain.hasSecret) return { is: "no-secret" }
  const ticket = newSecret()
  await db.insert(guestTicket).values({
    ticketHash: hashOf(ticket),
    orgId: guest.org,
    domainId: domain.id,
    origin: guest.origin,
    personId: guest.personId,
    sessionId: guest.sessionId,
    expiresAt: sql`now() + make_interval(secs => ${domainLimits.ticketS})`,
  })
  return { is: "issued", ticket }
}

/**
 * One statement: of two redemptions at once, on any processes, one finds nothing. With the ticket but without the secret
 * of its domain nobody can spend it. DISTRICT-12: of a domain from above the secret is that of the entry, one for all
 * organisations below; so whether it is still in force for the person's organisation is looked at here once more. Null:
 * refused, without a reason.
 */
export async function redeemGuestTicket(
  db: Db,
  { ticket, secret }: { readonly ticket: string; readonly secret: string },
): Promise<RedeemedTicket | null> {
  const departments = sql`(select coalesce(json_agg(json_build_object('id', ${department.id}::text, 'name', ${department.name})
      order by ${personDepartment.isMain} desc, ${personDepartment.sortNo}, ${personDepartment.id}), '[]')
    from ${personDepartment} join ${department} on ${department.id} = ${personDepartment.departmentId}
    where ${personDepartment.personId} = ${person.id} and ${department.disabledAt} is null)`
  const { rows } = await db.execute<Redeemed & Record<string, unknown>>(sql`
    with spent as (
      delete from ${guestTicket} using ${authDomain}
      where ${and(
        eq(guestTicket.ticketHash, hashOf(ticket)),
        sql`${guestTicket.expiresAt} > now()`,
        eq(authDomain.id, guestTicket.domainId),
        eq(authDomain.secretHash, hashOf(secret)),
        mayAskWhoItIs,
      )}
      returning ${guestTicket.personId}, ${guestTicket.sessionId}, ${guestTicket.domainId}, ${guestTicket.origin})
    select ${person.id} as jid, ${organisation.id} as orgid, ${organisation.name} as orgname,
      ${area.id} as areaid, ${area.name} as areaname, ${person.usertype} as usertype,
      ${person.account} as account, ${person.name} as name, ${person.phone} as phone, ${departments} as departments,
      spent.domain_id as "domainId", spent.origin, spent.session_id as "sessionId"
    from spent
    join ${session} on ${session.id} = spent.session_id
    join ${person} on ${person.id} = spent.person_id
    join ${organisation} on ${organisation.id} = ${person.orgId}
    join ${area} on ${area.id} = ${organisation.areaId}
    where ${and(isLiveSession, isNull(person.disabledAt), isNull(organisation.disabledAt))}`)
  const [redeemed] = rows
  if (!redeemed) return null
  const { domainId, origin, sessionId, account, name, departments: places, phone, ...user } = redeemed
  const deciding = await entryInForce(db, user.orgid, origin)
  if (deciding?.id !== domainId) return null
  const told: Required<Pick<RedeemedUser, DomainUserField>> = { account, name, departments: places, phone }
  const allowed = deciding.userFields.map((field) => [field, told[field]])
  return { user: { ...user, ...Object.fromEntries(allowed) }, sessionId, entry: deciding }
}

export interface RedeemedTicket {
  readonly user: RedeemedUser
  readonly sessionId: string
  /** The entry that it was issued for, and that still decides. */
  readonly entry: DomainEntry
}

interface Redeemed extends Required<RedeemedUser> {
  readonly domainId: Id
  readonly origin: string
  readonly sessionId: string
}
