import { createHash, randomBytes } from "node:crypto"
import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import { casLimits, type CasFailureCode } from "@uc/contract/applications/cas"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, not, sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { isIdle } from "../../../db/queries/idle-session.ts"
import { isLiveSession } from "../../../db/queries/live-session.ts"
import { application, applicationSignOn, casTicket } from "../../../db/schema/domains.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { person } from "../../../db/schema/people.ts"
import { session } from "../../../db/schema/sessions.ts"
import { unrestricted } from "../../../db/scope.ts"
import { isUsable } from "../audience.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** 145 random bits in the 32 characters that every client has to take. */
function newTicket(): string {
  return `ST-${Array.from(randomBytes(29), (byte) => alphabet[byte % alphabet.length]).join("")}`
}

/** So many random bits can't be guessed from a list, so a plain hash is enough. */
function hashOf(ticket: string): Buffer {
  return createHash("sha256").update(ticket).digest()
}

interface Issued {
  readonly applicationId: Id
  readonly service: string
  readonly sessionId: string
  readonly isNew: boolean
}

export async function issueTicket(db: Db, issued: Issued): Promise<string> {
  const ticket = newTicket()
  await db.insert(casTicket).values({
    ...issued,
    ticketHash: hashOf(ticket),
    expiresAt: sql`now() + make_interval(secs => ${casLimits.ticketS}::int)`,
  })
  return ticket
}

interface Shown {
  readonly ticket: string
  readonly service: string
  readonly renew: boolean
  /** It wants to sign in to other applications in the person's name, which none may. */
  readonly wantsProxy: boolean
  /** Where this server is, for the record of the sign-on. */
  readonly issuer: string
}

export interface Redeemed {
  readonly clientId: string
  readonly personId: Id
  readonly claims: readonly ApplicationClaim[]
  readonly isNew: boolean
  /** When they last proved who they are. */
  readonly provenAt: Date
}

/**
 * SSO-2: a ticket is good for one look, whatever comes of it: of two at once, in any processes, one finds nothing. The session is looked
 * at once more and held: a sign-out that comes at the same time either refuses the ticket or finds the sign-on that is to be told.
 */
export async function redeemTicket(database: Database, shown: Shown): Promise<Redeemed | CasFailureCode> {
  const { ticket, service, renew, wantsProxy, issuer } = shown
  return database.transaction(unrestricted, async (db) => {
    const [spent] = await db
      .delete(casTicket)
      .where(eq(casTicket.ticketHash, hashOf(ticket)))
      .returning({
        applicationId: casTicket.applicationId,
        service: casTicket.service,
        sessionId: casTicket.sessionId,
        isNew: casTicket.isNew,
        isInTime: sql<boolean>`${casTicket.expiresAt} > now()`,
      })
    if (!spent?.isInTime) return "INVALID_TICKET"
    if (spent.service !== service) return "INVALID_SERVICE"
    if (renew && !spent.isNew) return "INVALID_TICKET"
    if (wantsProxy) return "UNAUTHORIZED_SERVICE_PROXY"
    const [found] = await db
      .select({
        clientId: application.clientId,
        claims: application.claims,
        personId: person.id,
        until: session.absoluteUntil,
        provenMs: sql<number>`(extract(epoch from greatest(${session.createdAt},
          (select max(issued_at) from reauth_grant g where g.session_id = ${session.id}))) * 1000)::float8`,
      })
      .from(session)
      .innerJoin(person, eq(person.id, session.personId))
      .innerJoin(organisation, eq(organisation.id, person.orgId))
      .innerJoin(application, eq(application.id, spent.applicationId))
      .where(
        and(
          eq(session.id, spent.sessionId),
          isLiveSession,
          not(isIdle),
          isUsable,
          eq(application.protocol, "cas"),
          sql`${service} = any (${application.redirectAddresses})`,
        ),
      )
      .for("share", { of: session })
    if (!found) return "INVALID_TICKET"
    const { until, provenMs, ...known } = found
    await db.insert(applicationSignOn).values({
      sessionId: spent.sessionId,
      applicationId: spent.applicationId,
      // It has been used, so nobody gets in with it any more.
      sid: ticket,
      issuer,
      service,
      subject: known.personId,
      nextAt: until,
    })
    return { ...known, isNew: spent.isNew, provenAt: new Date(provenMs) }
  })
}
