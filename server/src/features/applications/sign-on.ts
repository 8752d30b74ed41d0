import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { application, applicationConsent } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { reauthGrant } from "../../db/schema/reauth.ts"
import { session } from "../../db/schema/sessions.ts"

/** What the provider asks for, as it keeps it (`Interaction`), as far as it matters here. */
export interface AskedSignOn {
  readonly iat: number
  readonly prompt: { readonly name: string; readonly reasons: readonly string[] }
  readonly params: Readonly<Record<string, unknown>>
}

/** Over `session`: when its person last proved who they are, in seconds. The names are written out: drizzle leaves out the table's where there is one. */
export const provenMoment = sql<number>`floor(extract(epoch from greatest("session"."created_at",
  (select max(g.issued_at) from ${reauthGrant} g where g.session_id = "session"."id"))))::int`

/** SSO-1: when the person of a session last proved who they are: by signing in, or by a re-authentication since. */
export async function provenAt(db: Db, sessionId: string): Promise<number> {
  const [found] = await db.select({ at: provenMoment }).from(session).where(eq(session.id, sessionId))
  return found?.at ?? 0
}

/** A parameter of the protocol that holds several words. */
export function wordsOf(parameter: unknown): string[] {
  return typeof parameter === "string" ? parameter.split(" ") : []
}

/** Whether they proved it in the course of this very sign-on. */
export function isProvenFor({ iat }: Pick<AskedSignOn, "iat">, at: number): boolean {
  return at >= iat
}

/** SSO-1: whether the application wants to see them prove it, and they have not. */
export function needsProof(asked: AskedSignOn, at: number, nowS: number): boolean {
  if (asked.prompt.name !== "login" || isProvenFor(asked, at)) return false
  const { prompt, max_age: maxAge } = asked.params
  if (wordsOf(prompt).includes("login")) return true
  if (asked.prompt.reasons.some((reason) => proofReasons.has(reason))) return true
  return maxAge !== undefined && nowS - at > Number(maxAge)
}

/** Beside `max_age`, which the provider also names where nobody is signed in at all. */
const proofReasons = new Set(["reauth_requested", "essential_acr", "essential_acrs"])

export interface KnownApplication {
  readonly id: Id
  readonly name: string
  readonly icon: string
  readonly orgname: string
  readonly claims: readonly ApplicationClaim[]
  readonly isOwn: boolean
}

export async function applicationOf(db: Db, clientId: string): Promise<KnownApplication | null> {
  const [found] = await db
    .select({
      id: application.id,
      name: application.name,
      icon: application.icon,
      orgname: organisation.name,
      claims: application.claims,
      isOwn: application.isOwn,
    })
    .from(application)
    .innerJoin(organisation, eq(organisation.id, application.orgId))
    .where(eq(application.clientId, clientId))
  return found ?? null
}

/** When the person let it know what it may know today, in seconds; null: never, or it has since been given more. */
export async function consentedAt(
  db: Db,
  personId: Id,
  { id, claims }: KnownApplication,
): Promise<number | null> {
  const [found] = await db
    .select({
      at: sql<number>`floor(extract(epoch from ${applicationConsent.givenAt}))::int`,
      claims: applicationConsent.claims,
    })
    .from(applicationConsent)
    .where(and(eq(applicationConsent.personId, personId), eq(applicationConsent.applicationId, id)))
  return found && claims.every((claim) => found.claims.includes(claim)) ? found.at : null
}

/** `read`: what the person has seen that it would know; null: that is not known. */
export async function keepConsent(
  db: Db,
  who: { readonly id: Id; readonly orgid: Id },
  { id, claims }: KnownApplication,
  read: readonly ApplicationClaim[] | null,
): Promise<void> {
  const allowed = read === null ? [...claims] : claims.filter((claim) => read.includes(claim))
  const values = { personId: who.id, orgId: who.orgid, applicationId: id, claims: allowed }
  await db
    .insert(applicationConsent)
    .values(values)
    .onConflictDoUpdate({
      target: [applicationConsent.personId, applicationConsent.applicationId],
      set: { claims: values.claims, givenAt: sql`now()` },
    })
}
