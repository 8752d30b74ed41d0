import {
  identityLimits,
  type identityMessages,
  type OfferedSource,
  type OwnLink,
} from "@uc/contract/identity-sources/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, exists, isNull, ne, not, notExists, or, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { credential, person } from "../../db/schema/people.ts"
import { reauthGrant } from "../../db/schema/reauth.ts"
import { session } from "../../db/schema/sessions.ts"
import { identityLink, identitySource } from "../../db/schema/sign-in.ts"
import { isSourceFor } from "../../security/sign-in/identity-links.ts"
import type { LinkOfPerson } from "../../security/sign-in/sign-in-by-link.ts"

/** Of one identity, also those that can't be used. `db` is unrestricted: nobody is signed in yet. */
export async function linksOfIdentity(
  db: Db,
  sourceId: Id,
  subject: Buffer,
): Promise<{ readonly all: number; readonly usable: readonly LinkOfPerson[] }> {
  const rows = await db
    .select({
      id: identityLink.id,
      personId: identityLink.personId,
      source: identitySource.name,
      isUsable: sql<boolean>`${isSourceFor}`,
    })
    .from(identityLink)
    .innerJoin(identitySource, eq(identitySource.id, identityLink.sourceId))
    .innerJoin(person, eq(person.id, identityLink.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(identityLink.sourceId, sourceId), eq(identityLink.subjectHash, subject)))
    .orderBy(asc(identityLink.id))
  const usable = rows.filter(({ isUsable }) => isUsable)
  return { all: rows.length, usable: usable.map(({ id, personId, source }) => ({ id, personId, source })) }
}

export async function ownLinks(db: Db, personId: Id): Promise<OwnLink[]> {
  return db
    .select({
      id: identityLink.id,
      source: identitySource.name,
      kind: identitySource.kind,
      label: identityLink.label,
      linkedAt: sql<string>`${asMoment(identityLink.linkedAt)}`,
      lastUsedAt: sql<string | null>`${asMoment(identityLink.lastUsedAt)}`,
    })
    .from(identityLink)
    .innerJoin(identitySource, eq(identitySource.id, identityLink.sourceId))
    .where(eq(identityLink.personId, personId))
    .orderBy(asc(identityLink.id))
}

/** Those that this person may link, and has not. */
export async function sourcesFor(db: Db, personId: Id): Promise<OfferedSource[]> {
  return db
    .select({ key: identitySource.key, kind: identitySource.kind, name: identitySource.name })
    .from(identitySource)
    .innerJoin(person, eq(person.id, personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        isSourceFor,
        notExists(
          db
            .select({ id: identityLink.id })
            .from(identityLink)
            .where(and(eq(identityLink.sourceId, identitySource.id), eq(identityLink.personId, personId))),
        ),
      ),
    )
    .orderBy(asc(identitySource.sortNo), asc(identitySource.id))
}

interface NewLink {
  readonly person: { readonly id: Id; readonly orgId: Id }
  readonly sourceId: Id
  readonly subject: Buffer
  readonly label: string
}

type Obstacle = keyof Pick<
  typeof identityMessages,
  "notForYou" | "already" | "tooMany" | "sharedByTooMany" | "off"
>

/** `db` is unrestricted: the source may be of an organisation above. Null: it is linked. */
export async function addLink(
  db: Db,
  { person: who, sourceId, subject, label }: NewLink,
): Promise<{ readonly id: Id } | { readonly obstacle: Obstacle }> {
  // The source is held, so that the counts below stay true and it is not switched off meanwhile.
  const [source] = await db
    .select({ id: identitySource.id })
    .from(identitySource)
    .where(eq(identitySource.id, sourceId))
    .for("update")
  if (!source) return { obstacle: "off" }
  const [fitting] = await db
    .select({ id: identitySource.id })
    .from(identitySource)
    .innerJoin(person, eq(person.id, who.id))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(identitySource.id, sourceId), isSourceFor))
  if (!fitting) return { obstacle: "notForYou" }
  if ((await db.$count(identityLink, eq(identityLink.personId, who.id))) >= identityLimits.linksOfPerson)
    return { obstacle: "tooMany" }
  const isSame = and(eq(identityLink.sourceId, sourceId), eq(identityLink.subjectHash, subject))
  if ((await db.$count(identityLink, isSame)) >= identityLimits.personsOfLink)
    return { obstacle: "sharedByTooMany" }
  const [added] = await db
    .insert(identityLink)
    .values({ orgId: who.orgId, personId: who.id, sourceId, subjectHash: subject, label })
    .onConflictDoNothing()
    .returning({ id: identityLink.id })
  return added ?? { obstacle: "already" }
}

/** Gives the sessions that began with it. Null: it is not theirs. */
export async function removeLink(
  db: Db,
  personId: Id,
  id: Id,
): Promise<{ readonly label: string; readonly source: string; readonly sessions: string[] } | null> {
  const found = (await ownLinks(db, personId)).find((link) => link.id === id)
  if (!found) return null
  await db.delete(identityLink).where(and(eq(identityLink.id, id), eq(identityLink.personId, personId)))
  const begun = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.linkId, id), isNull(session.revokedAt)))
  return { label: found.label, source: found.source, sessions: begun.map((each) => each.id) }
}

/** Whether they could still sign in with a password. */
export async function hasPassword(db: Db, personId: Id): Promise<boolean> {
  return (await db.$count(credential, eq(credential.personId, personId))) > 0
}

interface OwnProofs {
  /** In seconds; 0: never. */
  readonly at: number
  /** The same, if codes to a phone that somebody else has as well were proofs. */
  readonly withSharedPhoneAt: number
}

/**
 * When the person of a session last proved by something of ours who they are: a sign-in that another or a phone vouched for is none, nor
 * is a switch from another account or a QR code, which say only that somebody was signed in (FAULT-7); a re-authentication by password or
 * code is. A code to a phone that several people have says which of them it may be, and links none.
 */
export async function ownProofs(db: Db, sessionId: string): Promise<OwnProofs> {
  const sharer = alias(person, "sharer")
  const isPhoneShared = exists(
    db
      .select({ id: sharer.id })
      .from(sharer)
      .where(and(eq(sharer.phone, person.phone), ne(sharer.id, person.id), isNull(sharer.disabledAt))),
  )
  const newest = (isProof: SQL | undefined, isGrant: SQL | undefined) =>
    sql<number>`coalesce(floor(extract(epoch from greatest(
      case when ${and(isNull(session.linkId), isNull(session.rootId), isProof)} then ${session.createdAt} end,
      (select max(${reauthGrant.issuedAt}) from ${reauthGrant} where ${and(eq(reauthGrant.sessionId, session.id), isGrant)}))))::int, 0)`
  const [found] = await db
    .select({
      at: newest(
        not(and(eq(session.isByPhoneCode, true), isPhoneShared) ?? sql`false`),
        or(eq(reauthGrant.factor, "password"), and(eq(reauthGrant.factor, "sms"), not(isPhoneShared))),
      ),
      withSharedPhoneAt: newest(undefined, ne(reauthGrant.factor, "qrcode")),
    })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .where(eq(session.id, sessionId))
  return found ?? { at: 0, withSharedPhoneAt: 0 }
}
