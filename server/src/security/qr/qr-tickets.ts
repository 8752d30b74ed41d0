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
 * The screen's part of a sign-in or re-authentication by QR code (AUTH-4, AUTH-9); the phone's is in qr-phone.ts. A screen
 * polls without a ticket id: it is found by its own session or browser, so that none can be guessed or stolen.
 */

interface Screen {
  readonly ip: string
  readonly userAgent: string
}

/** Q1: 128 bits; only the hash is stored. */
function newTicket(): string {
  return randomBytes(16).toString("base64url")
}

export function ticketHash(ticket: string): Buffer {
  return createHash("sha256").update(ticket).digest()
}

/** Written out, so that the planner uses the partial indexes. */
const isLive = sql`${qrTicket.state} in ('issued', 'scanned', 'confirmed')`
const isReauth = sql`${qrTicket.kind} = 'reauth'`
const isLogin = sql`${qrTicket.kind} = 'login'`
const expiresAt = sql`now() + make_interval(secs => ${reauthLimits.qrcodeExpiryS})`

/** A new code for this session and module; the one before it is void, and so is its grant. */
export async function issueReauthTicket(
  database: Database,
  { sessionId, mid }: GrantOwner,
  { ip, userAgent }: Screen,
): Promise<string> {
  const ticket = newTicket()
  await database.transaction(unrestricted, async (db) => {
    await lockScreen(db, `${sessionId} ${mid}`)
    const isOfScreen = and(eq(qrTicket.sessionId, sessionId), eq(qrTicket.mid, mid), isReauth)
    await voidTickets(db, isOfScreen)
    // DISTRICT-17: or the new code would be told the refusal of the one before it.
    await db
      .update(qrTicket)
      .set({ state: "dead" })
      .where(and(isOfScreen, eq(qrTicket.state, "refused")))
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

/** A new code for a browser to sign in; `number` is shown on its screen and must be chosen on the phone. */
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
    await lockScreen(db, holder.toString("hex"))
    await voidTickets(db, and(eq(qrTicket.holderHash, holder), isLogin))
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

/** Two at once would both find nothing to void and then violate the unique index. */
async function lockScreen(db: Db, screen: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${screen}, 4))`)
}

async function voidTickets(db: Db, which: SQL | undefined): Promise<void> {
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

/** The grant was made in the transaction of the phone's confirmation, hence at the same moment. */
function isGrantOf(ticket: { sessionId: string; mid: string; confirmedAt: Date }): SQL | undefined {
  return and(
    eq(reauthGrant.sessionId, ticket.sessionId),
    eq(reauthGrant.mid, ticket.mid),
    eq(reauthGrant.factor, "qrcode"),
    eq(reauthGrant.issuedAt, ticket.confirmedAt),
    isNull(reauthGrant.revokedAt),
  )
}

/** For this long the screen gets `confirmed` again: an answer may be lost. */
const repeatedS = 10

/**
 * Polled every second, so it is one read by an index while nothing has happened. The first poll after the phone's
 * confirmation gives the grant its full time; without one within half a minute the grant ends.
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
    await voidTickets(db, and(isMine, eq(qrTicket.state, "confirmed")))
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
    /** The phone's session, which the new one comes from. */
    readonly approvedBy: string
  } | null
}

const stateOnScreen = { issued: "waiting", scanned: "scanned" } as const

/** The state of a sign-in by phone. A confirmation is used once, for a person who may still sign in. */
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

/** A confirmation counts only while the phone's session is live. */
async function whoMaySignIn(db: Db, phoneSessionId: string): Promise<Claimed["person"]> {
  const [found] = await db
    .select({
      id: person.id,
      orgId: person.orgId,
      account: person.account,
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
  return found ? { ...found, approvedBy: phoneSessionId } : null
}
