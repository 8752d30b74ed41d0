import type { GivenConsent } from "@uc/contract/applications/consent-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { application, applicationConsent, applicationSignOn, casTicket } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { oidcState, session } from "../../db/schema/sessions.ts"
import type { Keyed } from "../../security/keyed.ts"
import { hashOf } from "./oidc/stored-state.ts"

/** SSO-3: `db`: not behind a scope, because an application may be of an organisation above. */
export async function consentsOf(db: Db, personId: Id): Promise<GivenConsent[]> {
  return db
    .select({
      id: application.id,
      name: application.name,
      icon: application.icon,
      orgname: organisation.name,
      claims: applicationConsent.claims,
      givenAt: sql<string>`${asMoment(applicationConsent.givenAt)}`,
    })
    .from(applicationConsent)
    .innerJoin(application, eq(application.id, applicationConsent.applicationId))
    .innerJoin(organisation, eq(organisation.id, application.orgId))
    .where(eq(applicationConsent.personId, personId))
    .orderBy(desc(applicationConsent.givenAt), desc(application.id))
}

interface Withdrawn {
  readonly personId: Id
  readonly applicationId: Id
  readonly clientId: string
}

/** As above: not behind a scope. */
export async function namesOf(
  db: Db,
  applicationId: Id,
): Promise<{ readonly clientId: string; readonly name: string } | null> {
  const [found] = await db
    .select({ clientId: application.clientId, name: application.name })
    .from(application)
    .where(eq(application.id, applicationId))
  return found ?? null
}

/** Gives whether there was a consent. */
export async function withdrawConsent(db: Db, keyed: Keyed, withdrawn: Withdrawn): Promise<boolean> {
  const { personId, applicationId } = withdrawn
  const [gone] = await db
    .delete(applicationConsent)
    .where(
      and(eq(applicationConsent.personId, personId), eq(applicationConsent.applicationId, applicationId)),
    )
    .returning({ id: applicationConsent.applicationId })
  if (!gone) return false
  await endTokens(db, keyed, withdrawn)
  await db
    .update(applicationSignOn)
    .set({ endedAt: sql`now()`, nextAt: sql`now()` })
    .where(
      and(
        eq(applicationSignOn.applicationId, applicationId),
        eq(applicationSignOn.subject, personId),
        isNull(applicationSignOn.endedAt),
      ),
    )
  return true
}

interface KeptSession {
  readonly authorizations?: Readonly<Record<string, { readonly grantId?: string }>>
}

/**
 * Codes, tokens and tickets of one application, out of all sessions of one person. The provider's session forgets the application too, so
 * that the next sign-on has another `sid` and is told of again.
 */
async function endTokens(
  db: Db,
  keyed: Keyed,
  { personId, applicationId, clientId }: Withdrawn,
): Promise<void> {
  const theirs = db.select({ id: session.id }).from(session).where(eq(session.personId, personId))
  await db
    .delete(casTicket)
    .where(and(eq(casTicket.applicationId, applicationId), inArray(casTicket.sessionId, theirs)))
  const kept = await db
    .select({ idHash: oidcState.idHash, sealed: oidcState.sealed })
    .from(oidcState)
    .where(and(eq(oidcState.model, "Session"), inArray(oidcState.sessionId, theirs)))
    .for("update")
  for (const { idHash, sealed } of kept) {
    const payload = JSON.parse(keyed.unseal(sealed)) as KeptSession
    const { [clientId]: ended, ...authorizations } = payload.authorizations ?? {}
    if (!ended) continue
    await db
      .update(oidcState)
      .set({ sealed: keyed.seal(JSON.stringify({ ...payload, authorizations })) })
      .where(and(eq(oidcState.model, "Session"), eq(oidcState.idHash, idHash)))
    if (ended.grantId === undefined) continue
    const grant = hashOf(keyed, ended.grantId)
    await db
      .delete(oidcState)
      .where(
        or(eq(oidcState.grantHash, grant), and(eq(oidcState.model, "Grant"), eq(oidcState.idHash, grant))),
      )
  }
}
