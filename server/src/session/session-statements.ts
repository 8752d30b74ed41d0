import { sessionLimits } from "@uc/contract/account/calls"
import { cutText } from "@uc/contract/core/cut-text"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, isNull, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { builtOnce } from "../db/built-once.ts"
import type { Db } from "../db/open.ts"
import { isIdle } from "../db/queries/idle-session.ts"
import { isLiveSession } from "../db/queries/live-session.ts"
import { area } from "../db/schema/areas.ts"
import { organisation } from "../db/schema/organisations.ts"
import { person } from "../db/schema/people.ts"
import { reauthGrant } from "../db/schema/reauth.ts"
import { session } from "../db/schema/sessions.ts"
import { identityLink, identitySource } from "../db/schema/sign-in.ts"
import { publishSessionEnd } from "../realtime/publish-event.ts"
import type { Caller } from "./caller.ts"
import { currentUser } from "./current-user.ts"
import type { Device } from "./device.ts"
import { endSignOns, signOffEverywhere } from "./end-sign-ons.ts"
import { allHeld, heldBeyond } from "./rights/held-permissions.ts"
import { rightsColumns, rightsFrom } from "./rights/person-rights.ts"
import { hashOfToken } from "./session-token.ts"
import type { SignedIn } from "./signed-in.ts"

/** For requests that were under way while the token changed. */
const oldTokenSeconds = 10

const sessionWithToken = builtOnce("session_with_token", ["hash"], (db, { hash }) =>
  db
    .select({
      sessionId: session.id,
      tokenHash: session.tokenHash,
      rootId: session.rootId,
      linkId: session.linkId,
      isLocked: isIdle,
      isStale: sql<boolean>`${session.lastActiveAt} < now() - interval '1 minute'`,
      person,
      org: { id: organisation.id, name: organisation.name },
      area: { id: area.id, name: area.name, path: area.path },
      ...rightsColumns,
    })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .innerJoin(area, eq(area.id, organisation.areaId))
    .where(
      and(
        sql`(${session.tokenHash} = ${hash} or (${session.prevTokenHash} = ${hash} and ${session.prevUntil} > now()))`,
        isLiveSession,
        isNull(person.disabledAt),
        isNull(organisation.disabledAt),
      ),
    ),
)

/** `isActivity`: marks the session as active, at most once a minute. */
export async function findSession(db: Db, token: string, isActivity: boolean): Promise<SignedIn | null> {
  const hash = hashOfToken(token)
  const [row] = await sessionWithToken(db, { hash })
  if (!row) return null
  if (isActivity && row.isStale && !row.isLocked)
    await db
      .update(session)
      .set({ lastActiveAt: sql`now()` })
      .where(eq(session.id, row.sessionId))

  const rights = await rightsFrom(db, row)
  const { admintype, orgId: orgid } = row.person
  const holder = { ...rights, user: { admintype, orgid } }
  return {
    sessionId: row.sessionId,
    isLocked: row.isLocked,
    isOldToken: !row.tokenHash.equals(hash),
    rootId: row.rootId ?? row.sessionId,
    isBySource: row.linkId !== null,
    account: row.person.account,
    user: Object.freeze({
      ...currentUser(row),
      permissions: [...allHeld(holder)],
      beyond: [...heldBeyond(holder)],
    }),
    ...rights,
    administered: rights.builtIn,
    narrowed: null,
  }
}

export interface NewSession {
  readonly person: { readonly id: Id; readonly orgId: Id }
  readonly caller: Caller
  readonly device: Device
  /**
   * The session that this one comes from: a phone's that let it in, which it does not outlast, or that of another account that was
   * switched from. No factor of its person was proven for it, so it keeps that one's root and origin.
   */
  readonly from?: { readonly sessionId: string; readonly endsWithIt: boolean } | undefined
  /** SSO-4: what it begins with, where another vouched for the person. */
  readonly linkId?: Id | undefined
  /** SSO-4: a code to the person's phone was all. */
  readonly isByPhoneCode?: boolean | undefined
  /** Statements to write together with it: each that is sent alone costs a round trip. */
  readonly along?: readonly SQLWrapper[] | undefined
}

export async function insertSession(db: Db, token: string, given: NewSession): Promise<void> {
  const { person: who, caller, device, from, linkId, isByPhoneCode = false, along = [] } = given
  const until = from?.endsWithIt
    ? sql`origin.absolute_until`
    : sql`now() + make_interval(hours => ${sessionLimits.absoluteHours})`
  // FAULT-10: its source is not switched off meanwhile without the new session ending as well.
  if (from)
    await db.execute(sql`select 1 from ${session}
      join ${identityLink} on ${eq(identityLink.id, session.linkId)}
      join ${identitySource} on ${eq(identitySource.id, identityLink.sourceId)}
      where ${eq(session.id, from.sessionId)} for share of ${identitySource}`)
  // The person's row is locked: two sign-ins at the same time would otherwise both count four sessions.
  await db.execute(sql`${withClause(along)}
    insert into ${session} (token_hash, person_id, org_id, ip, user_agent, device_hash, root_id, link_id, is_by_phone_code, absolute_until)
    select ${hashOfToken(token)}::bytea, ${who.id}::bigint, ${who.orgId}::bigint, ${caller.ip}::inet,
      ${cutText(caller.userAgent, 300)}, ${device.hash}::bytea, coalesce(origin.root_id, origin.id),
      coalesce(${linkId ?? null}::bigint, origin.link_id), ${isByPhoneCode}::boolean or coalesce(origin.is_by_phone_code, false),
      ${until}
    from ${person} left join ${session} origin on origin.id = ${from?.sessionId ?? null}::uuid
    where ${eq(person.id, who.id)}
      and (${from?.sessionId ?? null}::uuid is null or origin.revoked_at is null and origin.absolute_until > now()) for no key update of ${person}`)
}

/** As `with` of another statement: they run in no particular order, and none sees what the others write. */
function withClause(writes: readonly SQLWrapper[]): SQL {
  if (writes.length === 0) return sql``
  const named = writes.map((write, at) => sql`${sql.raw(`also_${at}`)} as (${write.getSQL()})`)
  return sql`with ${sql.join(named, sql`, `)}`
}

/**
 * A person's sessions beyond the newest five. The new one comes first: `created_at` is the begin of its transaction, so one
 * that waited for the lock would count as older.
 */
export const surplusSessions = builtOnce("surplus_sessions", ["personId", "newHash"], (db, given) =>
  db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.personId, given.personId), isLiveSession))
    .orderBy(desc(eq(session.tokenHash, given.newHash)), desc(session.createdAt))
    .offset(sessionLimits.perUser),
)

export async function replaceToken(db: Db, sessionId: string, token: string): Promise<void> {
  await db
    .update(session)
    .set({
      tokenHash: hashOfToken(token),
      prevTokenHash: sql`${session.tokenHash}`,
      prevUntil: sql`now() + make_interval(secs => ${oldTokenSeconds})`,
      lastActiveAt: sql`now()`,
    })
    .where(eq(session.id, sessionId))
}

export async function lockSession(db: Db, sessionId: string): Promise<void> {
  await db
    .update(session)
    .set({ lastActiveAt: sql`now() - make_interval(mins => ${sessionLimits.idleMinutes + 1})` })
    .where(eq(session.id, sessionId))
  await signOffEverywhere(db, sessionId)
}

/** The grants of a session end with it. Gives how many sessions ended. */
export async function revokeSessions(db: Db, which: SQL | undefined): Promise<number> {
  const ending = db
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isLiveSession))
    .returning({ id: session.id })
  const { rows } = await db.execute<{ id: string }>(sql`
    with ended as (${ending.getSQL()}),
      granted as (update ${reauthGrant} set revoked_at = now() where session_id in (select id from ended))
    select id, ${publishSessionEnd(sql`id`)} from ended`)
  await endSignOns(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
