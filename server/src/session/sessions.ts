import { cutText } from "@uc/contract/core/cut-text"
import { createHash, randomBytes } from "node:crypto"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { admintypes, sessionLimits, type CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, isNull, ne, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { builtOnce } from "../db/built-once.ts"
import { isLiveSession } from "../db/queries/live-session.ts"
import type { Database, Db } from "../db/open.ts"
import { area } from "../db/schema/areas.ts"
import { organisation } from "../db/schema/organisations.ts"
import { person } from "../db/schema/people.ts"
import { reauthGrant } from "../db/schema/reauth.ts"
import { session } from "../db/schema/sessions.ts"
import { administeredBy, scopeOf, type Scope } from "../db/scope.ts"
import { publishSessionEnd } from "../realtime/publish-event.ts"
import type { Caller } from "./caller.ts"
import type { Device } from "./device.ts"
import { maskedIdcard } from "./masked-idcard.ts"

/** Who asks, and how far they reach. Everything in it comes out of the database, nothing from the browser. */
export interface SignedIn {
  readonly sessionId: string
  /** Idle for too long: only what is asked `whileLocked` is answered. */
  readonly isLocked: boolean
  /** The token was changed a moment ago; the request was under way with the one before. */
  readonly isOldToken: boolean
  /** Itself, or the session whose phone let it in: relatives can't vouch for each other. */
  readonly rootId: string
  readonly account: string
  readonly user: CurrentUser
  readonly scope: Scope
  /** What of it is theirs to administer. */
  readonly administered: Scope
}

export interface Sessions {
  /** `isActivity`: a person is behind it, not a timer; the session stays awake. */
  find(token: string, isActivity: boolean): Promise<SignedIn | null>
  /** The same out of memory, at once; undefined: it must be looked up. */
  known(token: string, isActivity: boolean): SignedIn | undefined
  /** Begins a session and gives its token; only the token's hash is kept. The oldest beyond five end. */
  begin(
    db: Db,
    person: { id: Id; orgId: Id },
    caller: Caller,
    device: Device,
    more?: {
      readonly letInBy?: { readonly rootId: string; readonly until: Date }
      /** Written in the same statement: each that is sent costs. */
      readonly along?: readonly SQLWrapper[]
    },
  ): Promise<string>
  /** After a factor was proven: a new token, and the session is awake. The old token lives on for 10 seconds. */
  renew(db: Db, sessionId: string): Promise<string>
  end(db: Db, sessionId: string): Promise<void>
  /** Gives how many there were. */
  endOthers(db: Db, personId: Id, sessionId: string): Promise<number>
  /** After the end was committed: this process knows it at once, another may repeat what it knew for a second. */
  forget(token: string): void
  /** Another process, or somebody else, has ended it. */
  forgetEnded(sessionId: string): void
}

/** Requests that were under way while the token changed. */
const oldTokenSeconds = 10
/** How long an answer about a session may be repeated out of memory: a session that was ended lives on this long. */
const freshMs = 1000
const rememberedAtMost = 20_000
/** 256 bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

/** Whatever else stands in the cookie is no token, and must not fill the memory. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

export function sessionsIn(database: Database, nowMs: () => number): Sessions {
  const remembered = new Map<
    string,
    { until: number; isActivity: boolean; found: Promise<SignedIn | null>; settled: SignedIn | null }
  >()
  /** For as long as something remembered may say otherwise. */
  const ended = new Map<string, number>()

  return {
    async find(token, isActivity) {
      if (!isToken(token)) return null
      const known = remembered.get(token)
      // What a timer asked has marked nothing.
      if (known && known.until > nowMs() && (known.isActivity || !isActivity)) {
        const found = await known.found
        // It may have been unlocked a moment ago, in another process even.
        if (!found?.isLocked && !(found && ended.has(found.sessionId))) return found
      }
      if (remembered.size >= rememberedAtMost) remembered.clear()
      const found = lookUp(database.systemDb, token, isActivity)
      const kept = { until: nowMs() + freshMs, isActivity, found, settled: null as SignedIn | null }
      remembered.set(token, kept)
      found.then(
        (settled) => (kept.settled = settled),
        // A failure is not an answer: the next request asks again.
        () => remembered.delete(token),
      )
      return found
    },
    known(token, isActivity) {
      const known = remembered.get(token)
      if (!known?.settled || known.until <= nowMs() || (isActivity && !known.isActivity)) return undefined
      return known.settled.isLocked || ended.has(known.settled.sessionId) ? undefined : known.settled
    },
    async begin(db, { id, orgId }, { ip, userAgent }, device, { letInBy, along = [] } = {}) {
      const token = newToken()
      const until = letInBy
        ? sql`${letInBy.until.toISOString()}::timestamptz`
        : sql`now() + make_interval(hours => ${sessionLimits.absoluteHours})`
      // The person's row is held: one after the other, or two sign-ins at once would both count four.
      await db.execute(sql`${together(along)}
        insert into ${session} (token_hash, person_id, org_id, ip, user_agent, device_hash, root_id, absolute_until)
        select ${hashOf(token)}::bytea, ${id}::bigint, ${orgId}::bigint, ${ip}::inet, ${cutText(userAgent, 300)},
          ${device.hash}::bytea, ${letInBy?.rootId ?? null}::uuid, ${until}
        from ${person} where ${eq(person.id, id)} for no key update`)
      const [found, oldest] = await Promise.all([
        // Whoever began it asks for it at once. Undone, nobody ever hears of the token.
        lookUp(db, token, false),
        tooMany(db, { id, hash: hashOf(token) }),
      ])
      if (oldest.length > 0) {
        const ids = oldest.map((old) => old.id)
        await revoke(db, sql`${session.id} = any(${sql.param(ids)}::uuid[])`)
      }
      remembered.set(token, {
        until: nowMs() + freshMs,
        isActivity: true,
        found: Promise.resolve(found),
        settled: found,
      })
      return token
    },
    async renew(db, sessionId) {
      const token = newToken()
      await db
        .update(session)
        .set({
          tokenHash: hashOf(token),
          prevTokenHash: sql`${session.tokenHash}`,
          prevUntil: sql`now() + make_interval(secs => ${oldTokenSeconds})`,
          lastActiveAt: sql`now()`,
        })
        .where(eq(session.id, sessionId))
      return token
    },
    async end(db, sessionId) {
      await revoke(db, eq(session.id, sessionId))
    },
    endOthers: (db, personId, sessionId) =>
      revoke(db, and(eq(session.personId, personId), ne(session.id, sessionId))),
    forget: (token) => void remembered.delete(token),
    forgetEnded(sessionId) {
      for (const [id, until] of ended) if (until <= nowMs()) ended.delete(id)
      ended.set(sessionId, nowMs() + freshMs)
    },
  }
}

/** What was granted to a session ends with it. */
async function revoke(db: Db, which: SQL | undefined): Promise<number> {
  const ending = db
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isLiveSession))
    .returning({ id: session.id })
  const { rows } = await db.execute(sql`
    with ended as (${ending.getSQL()}),
      granted as (update ${reauthGrant} set revoked_at = now() where session_id in (select id from ended))
    select ${publishSessionEnd(sql`id`)} from ended`)
  return rows.length
}

/** A4: of a person's sessions only the newest live on. Its own first: one that waited for its turn began before the others. */
const tooMany = builtOnce("too_many_sessions", ["id", "hash"], (db, { id, hash }) =>
  db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.personId, id), isLiveSession))
    .orderBy(desc(eq(session.tokenHash, hash)), desc(session.createdAt))
    .offset(sessionLimits.perUser),
)

/** Ahead of another statement: they are done with it, in no order, each on what was there before. */
function together(writes: readonly SQLWrapper[]): SQL {
  if (writes.length === 0) return sql``
  const named = writes.map((write, at) => sql`${sql.raw(`also_${at}`)} as (${write.getSQL()})`)
  return sql`with ${sql.join(named, sql`, `)}`
}

function newToken(): string {
  return randomBytes(32).toString("base64url")
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

/** By the database's clock, like every expiry. */
export const isIdle = sql<boolean>`${session.lastActiveAt} < now() - make_interval(mins => ${sessionLimits.idleMinutes})`

const sessionWithToken = builtOnce("session_with_token", ["hash"], (db, { hash }) =>
  db
    .select({
      sessionId: session.id,
      tokenHash: session.tokenHash,
      rootId: session.rootId,
      isLocked: isIdle,
      isStale: sql<boolean>`${session.lastActiveAt} < now() - interval '1 minute'`,
      person,
      org: { id: organisation.id, name: organisation.name },
      area: { id: area.id, name: area.name, path: area.path },
      // Of a path (digits and slashes) everything below it, as a range, because the index serves no pattern out of a column.
      orgsInArea: sql<Id[]>`array(select reached.id::text from ${organisation} reached
        where reached.area_path ~>=~ ${area.path} and reached.area_path ~<~ (${area.path} || ':'))`,
      // Only an area's administrator is asked about it; nobody else pays for it.
      platformOrgs: sql<Id[]>`case when ${person.admintype} = ${sql.raw(`${admintypes.area}`)}
        then array(select own.id::text from ${organisation} own where own.kind = 'platform') else '{}' end`,
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

async function lookUp(db: Db, token: string, isActivity: boolean): Promise<SignedIn | null> {
  const hash = hashOf(token)
  const [row] = await sessionWithToken(db, { hash })
  if (!row) return null
  if (isActivity && row.isStale && !row.isLocked)
    await db
      .update(session)
      .set({ lastActiveAt: sql`now()` })
      .where(eq(session.id, row.sessionId))

  const { usertype, admintype, orgId } = row.person
  const scope = scopeOf({ usertype, orgid: orgId, areaPath: row.area.path, orgsInArea: row.orgsInArea })
  return {
    sessionId: row.sessionId,
    isLocked: row.isLocked,
    isOldToken: !row.tokenHash.equals(hash),
    rootId: row.rootId ?? row.sessionId,
    account: row.person.account,
    user: Object.freeze(currentUser(row)),
    scope,
    administered: administeredBy({ admintype, orgid: orgId, platformOrgs: row.platformOrgs }, scope),
  }
}

function currentUser({
  person: own,
  org,
  area: home,
}: {
  person: typeof person.$inferSelect
  org: { id: Id; name: string }
  area: { id: Id; name: string }
}): CurrentUser {
  return {
    id: own.id,
    nickname: own.name,
    himg: own.himg,
    phone: own.phone === null ? null : maskedPhone(own.phone),
    role: own.role,
    orgid: org.id,
    orgname: org.name,
    faceimg: own.faceimg,
    checktype: own.checktype,
    reason: own.reason,
    synctype: own.synctype,
    usertype: own.usertype,
    areaid: home.id,
    areaname: home.name,
    idcard: own.idcard === null ? null : maskedIdcard(own.idcard),
    classcode: own.classcode,
    classname: own.classname,
    isParent: own.isParent,
    grade: own.grade,
    sex: own.sex,
    admintype: own.admintype,
    phoneclient: own.phoneclient,
    phoneicon: own.phoneicon,
    phonelogo: own.phonelogo,
    signature: own.signature,
  }
}
