import { cutText } from "@uc/contract/core/cut-text"
import { createHash, randomBytes, randomInt } from "node:crypto"
import { loginLimits, type qrcodeStates } from "@uc/contract/login/calls"
import { qrcodeClaimS } from "@uc/contract/qrcodes/calls"
import { reauthLimits } from "@uc/contract/reauth/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, gt, inArray, isNull, sql, type SQL } from "drizzle-orm"
import { isLiveSession } from "../../db/queries/live-session.ts"
import type { Database, Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { qrTicket, reauthGrant } from "../../db/schema/reauth.ts"
import { session } from "../../db/schema/sessions.ts"
import { unrestricted } from "../../db/scope.ts"
import type { GrantOwner } from "../grants.ts"

/**
 * The screen's side of "a screen asks, a phone answers" (AUTH-4, AUTH-9); the phone's is in qr-phone.ts. A screen names no
 * ticket when it asks how things stand: it is found by its own session or browser, so that none can be guessed or borrowed.
 */

interface Screen {
  readonly ip: string
  readonly userAgent: string
}

/** Q1: 128 bits; only the hash is kept. */
function newTicket(): string {
  return randomBytes(16).toString("base64url")
}

export function ticketHash(ticket: string): Buffer {
  return createHash("sha256").update(ticket).digest()
}

/** Written out, so that the planner knows its partial indexes by it. */
const isLive = sql`${qrTicket.state} in ('issued', 'scanned', 'confirmed')`
const isReauth = sql`${qrTicket.kind} = 'reauth'`
const isLogin = sql`${qrTicket.kind} = 'login'`
const expiresAt = sql`now() + make_interval(secs => ${reauthLimits.qrcodeExpiryS})`

/** A new code for this session and module; the one before it is dead, and what it had brought with it. */
export async function issueReauthTicket(
  database: Database,
  { sessionId, mid }: GrantOwner,
  { ip, userAgent }: Screen,
): Promise<string> {
  const ticket = newTicket()
  await database.transaction(unrestricted, async (db) => {
    await oneAfterTheOther(db, `${sessionId} ${mid}`)
    await kill(db, and(eq(qrTicket.sessionId, sessionId), eq(qrTicket.mid, mid), isReauth))
    await db.insert(qrTicket).values({
      ticketHash: ticketHash(ticket),
      kind: "reauth",
      sessionId,
      mid,
      ip,
      userAgent: cutText(userAgent, 300),
      expiresAt,
    })
  })
  return ticket
}

/** A new code for a browser that wants to be signed in; `number` stands on its screen and is to be chosen on the phone. */
export async function issueLoginTicket(
  database: Database,
  holder: Buffer,
  { ip, userAgent }: Screen,
): Promise<{ ticket: string; number: string; seconds: number; claim: string }> {
  const ticket = newTicket()
  const claim = newTicket()
  const offered = differentNumbers(loginLimits.numbersOffered)
  const number = offered[randomInt(offered.length)] ?? ""
  await database.transaction(unrestricted, async (db) => {
    await oneAfterTheOther(db, holder.toString("hex"))
    await kill(db, and(eq(qrTicket.holderHash, holder), isLogin))
    await db.insert(qrTicket).values({
      ticketHash: ticketHash(ticket),
      kind: "login",
      holderHash: holder,
      claimHash: ticketHash(claim),
      number,
      offered,
      ip,
      userAgent: cutText(userAgent, 300),
      expiresAt,
    })
  })
  return { ticket, number, seconds: reauthLimits.qrcodeExpiryS, claim }
}

/** Of two digits each. */
function differentNumbers(count: number): string[] {
  const numbers = new Set<string>()
  while (numbers.size < count) numbers.add(String(randomInt(10, 100)))
  return [...numbers]
}

/** Two at once would both find nothing to kill and then stumble over each other. */
async function oneAfterTheOther(db: Db, screen: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${screen}, 4))`)
}

async function kill(db: Db, which: SQL | undefined): Promise<void> {
  const dead = await db
    .update(qrTicket)
    .set({ state: "dead" })
    .where(and(which, isLive))
    .returning({ sessionId: qrTicket.sessionId, mid: qrTicket.mid, confirmedAt: qrTicket.confirmedAt })
  for (const { sessionId, mid, confirmedAt } of dead) {
    if (sessionId === null || mid === null || confirmedAt === null) continue
    await db
      .update(reauthGrant)
      .set({ revokedAt: sql`now()` })
      .where(isGrantOf({ sessionId, mid, confirmedAt }))
  }
}

/** The grant was made in the transaction of the phone's word, hence at the same moment. */
function isGrantOf(ticket: { sessionId: string; mid: string; confirmedAt: Date }): SQL | undefined {
  return and(
    eq(reauthGrant.sessionId, ticket.sessionId),
    eq(reauthGrant.mid, ticket.mid),
    eq(reauthGrant.factor, "qrcode"),
    eq(reauthGrant.issuedAt, ticket.confirmedAt),
    isNull(reauthGrant.revokedAt),
  )
}

/** After the screen has heard that it is confirmed, it hears so again for this long: an answer may get lost. */
const repeatedS = 10

/**
 * Asked every second, so one read by an index while nothing has happened. The first who hears of the phone's word makes
 * the grant last its full time; nobody within half a minute, and it is over.
 */
export async function pollReauth(
  db: Db,
  { sessionId, mid }: GrantOwner,
): Promise<{ isConfirmed: boolean; isFirst: boolean }> {
  const isMine = and(eq(qrTicket.sessionId, sessionId), eq(qrTicket.mid, mid), isReauth)
  const [live] = await db
    .select({ state: qrTicket.state, isLate: isUnclaimedFor(qrcodeClaimS) })
    .from(qrTicket)
    .where(and(isMine, isLive))
  if (live && live.state !== "confirmed") return { isConfirmed: false, isFirst: false }
  if (live?.isLate) {
    await kill(db, and(isMine, eq(qrTicket.state, "confirmed")))
    return { isConfirmed: false, isFirst: false }
  }
  if (live) {
    const [claimed] = await db
      .update(qrTicket)
      .set({ state: "claimed", expiresAt: sql`now() + make_interval(secs => ${repeatedS})` })
      .where(and(isMine, eq(qrTicket.state, "confirmed")))
      .returning({ confirmedAt: qrTicket.confirmedAt })
    if (claimed?.confirmedAt) {
      await db
        .update(reauthGrant)
        .set({ expiresAt: sql`${reauthGrant.issuedAt} + make_interval(secs => ${reauthLimits.grantS})` })
        .where(isGrantOf({ sessionId, mid, confirmedAt: claimed.confirmedAt }))
      return { isConfirmed: true, isFirst: true }
    }
  }
  const again = await db
    .select({ state: qrTicket.state })
    .from(qrTicket)
    .where(and(isMine, eq(qrTicket.state, "claimed"), gt(qrTicket.expiresAt, sql`now()`)))
  return { isConfirmed: again.length > 0, isFirst: false }
}

function isUnclaimedFor(seconds: number): SQL<boolean> {
  return sql<boolean>`${qrTicket.confirmedAt} <= now() - make_interval(secs => ${seconds})`
}

export interface Claimed {
  readonly state: (typeof qrcodeStates)[number]
  /** With `confirmed`, once: whose session is to begin in this transaction. */
  readonly person: {
    readonly id: Id
    readonly orgId: Id
    readonly account: string
    /** The phone's session: the new one is its relative, and ends no later. */
    readonly letInBy: { readonly rootId: string; readonly until: Date }
  } | null
}

const stateOnScreen = { issued: "waiting", scanned: "scanned" } as const

/** How a sign-in by phone stands. The phone's word is taken once, for somebody who may still sign in. */
export async function claimLogin(db: Db, holder: Buffer, claim: string): Promise<Claimed> {
  const isMine = and(eq(qrTicket.holderHash, holder), eq(qrTicket.claimHash, ticketHash(claim)), isLogin)
  const [live] = await db
    .select({
      state: qrTicket.state,
      isExpired: sql<boolean>`${qrTicket.expiresAt} <= now()`,
      isLate: isUnclaimedFor(qrcodeClaimS),
    })
    .from(qrTicket)
    .where(and(isMine, isLive))
  if (!live) return { state: (await wasRefused(db, isMine)) ? "refused" : "over", person: null }
  if (live.state === "issued" || live.state === "scanned")
    return { state: live.isExpired ? "over" : stateOnScreen[live.state], person: null }
  const [claimed] = await db
    .update(qrTicket)
    .set({ state: live.isLate ? "dead" : "claimed" })
    .where(and(isMine, eq(qrTicket.state, "confirmed")))
    .returning({ phoneSessionId: qrTicket.phoneSessionId })
  if (live.isLate || !claimed?.phoneSessionId) return { state: "over", person: null }
  const found = await whoMaySignIn(db, claimed.phoneSessionId)
  return found ? { state: "confirmed", person: found } : { state: "over", person: null }
}

async function wasRefused(db: Db, isMine: SQL | undefined): Promise<boolean> {
  const refused = await db
    .select({ state: qrTicket.state })
    .from(qrTicket)
    .where(and(isMine, inArray(qrTicket.state, ["refused"]), gt(qrTicket.expiresAt, sql`now()`)))
    .limit(1)
  return refused.length > 0
}

/** The phone's word is worth what its session is worth now: one that was ended meanwhile lets nobody in. */
async function whoMaySignIn(db: Db, phoneSessionId: string): Promise<Claimed["person"]> {
  const [found] = await db
    .select({
      id: person.id,
      orgId: person.orgId,
      account: person.account,
      rootId: sql<string>`coalesce(${session.rootId}, ${session.id})`,
      until: session.absoluteUntil,
    })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        eq(session.id, phoneSessionId),
        isLiveSession,
        isNull(person.disabledAt),
        isNull(organisation.disabledAt),
      ),
    )
  if (!found) return null
  const { rootId, until, ...who } = found
  return { ...who, letInBy: { rootId, until } }
}
