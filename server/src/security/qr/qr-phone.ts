import { loginLimits } from "@uc/contract/login/calls"
import { qrcodeClaimS, signInByQrcode, type AskedByQrcode } from "@uc/contract/qrcodes/calls"
import type { Id } from "@uc/contract/core/wire"
import { eq, sql } from "drizzle-orm"
import { browserName, maskedAddress } from "../browser-name.ts"
import type { Database, Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { qrTicket } from "../../db/schema/reauth.ts"
import { session } from "../../db/schema/sessions.ts"
import { unrestricted } from "../../db/scope.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { moduleName } from "../module-name.ts"
import { audit } from "../audit.ts"
import { issueGrant } from "../grants.ts"
import { ticketHash } from "./qr-tickets.ts"

/** The phone's part of a sign-in or re-authentication by QR code; each step locks the ticket's row. */
export interface Phone {
  readonly person: { readonly id: Id; readonly orgId: Id }
  readonly sessionId: string
  /** Sessions of one root can't confirm each other: that would be no second proof. */
  readonly rootId: string
  /** FAULT-7: whoever runs a source can sign in as anybody whom it vouches for, so such a session proves nothing to another. */
  readonly isBySource: boolean
  readonly ip: string
}

/** Why a phone is refused; the names are those of the messages. */
export type PhoneRefusal =
  | "over"
  | "otherUser"
  | "otherPhone"
  | "bySource"
  | "sameSession"
  | "wrongNumber"
  | "unsafe"

/** The first phone that scans it owns it; that phone may scan it again. */
export async function scanTicket(
  database: Database,
  ticket: string,
  phone: Phone,
): Promise<AskedByQrcode | PhoneRefusal> {
  return database.transaction(unrestricted, async (db) => {
    const found = await lockTicket(db, ticket)
    const refusal = refusalReason(found, phone)
    if (found === undefined || refusal)
      return refusePhone(db, "qrcodes.scan", found, phone, refusal ?? "over")
    await db
      .update(qrTicket)
      .set({ state: "scanned", personId: phone.person.id, phoneSessionId: phone.sessionId })
      .where(eq(qrTicket.ticketHash, found.ticketHash))
    return askedBy(db, found)
  })
}

/**
 * AUTH-9: for a re-authentication the grant of the screen's session is made in this transaction. It is short until the
 * screen has polled the result, which then gives it its full time.
 */
export async function confirmTicket(
  database: Database,
  ticket: string,
  number: string | undefined,
  phone: Phone,
): Promise<"done" | PhoneRefusal> {
  return database.transaction(unrestricted, async (db) => {
    const found = await lockTicket(db, ticket)
    // A second tap, or the retry of a request whose answer was lost.
    if (found && isAnsweredBy(found, phone)) return "done"
    const refusal = refusalReason(found, phone)
    if (found === undefined || refusal)
      return refusePhone(db, "qrcodes.confirm", found, phone, refusal ?? "over")
    if (found.state !== "scanned") return "over"
    if (found.kind === "login" && number !== found.number) return wrongNumber(db, found, phone)
    await db
      .update(qrTicket)
      .set({ state: "confirmed", confirmedAt: sql`now()` })
      .where(eq(qrTicket.ticketHash, found.ticketHash))
    const { sessionId, mid } = found
    if (sessionId !== null && mid !== null && (await moduleName(db, mid)) !== null)
      await issueGrant(db, { sessionId, personId: phone.person.id, mid }, "qrcode", qrcodeClaimS)
    await log(db, "qrcodes.confirm", found, phone, "done")
    return "done"
  })
}

export async function refuseTicket(
  database: Database,
  ticket: string,
  phone: Phone,
): Promise<"done" | PhoneRefusal> {
  return database.transaction(unrestricted, async (db) => {
    const found = await lockTicket(db, ticket)
    const refusal = refusalReason(found, phone)
    if (found === undefined || refusal)
      return refusePhone(db, "qrcodes.refuse", found, phone, refusal ?? "over")
    await db.update(qrTicket).set({ state: "refused" }).where(eq(qrTicket.ticketHash, found.ticketHash))
    await log(db, "qrcodes.refuse", found, phone, "done")
    return "done"
  })
}

async function lockTicket(db: Db, ticket: string) {
  const [found] = await db
    .select({
      ticketHash: qrTicket.ticketHash,
      kind: qrTicket.kind,
      state: qrTicket.state,
      sessionId: qrTicket.sessionId,
      mid: qrTicket.mid,
      ip: qrTicket.ip,
      userAgent: qrTicket.userAgent,
      number: qrTicket.number,
      offered: qrTicket.offered,
      wrongNumbers: qrTicket.wrongNumbers,
      phoneSessionId: qrTicket.phoneSessionId,
      isExpired: sql<boolean>`${qrTicket.expiresAt} <= now()`,
      asked: asMoment(qrTicket.issuedAt),
      seconds: sql<number>`greatest(0, ceil(extract(epoch from ${qrTicket.expiresAt} - now())))::int`,
      ownerId: session.personId,
      rootId: sql<string | null>`coalesce(${session.rootId}, ${session.id})`,
      isScreenGone: sql<boolean>`${session.revokedAt} is not null or ${session.absoluteUntil} <= now()`,
      nickname: person.name,
      orgname: organisation.name,
    })
    .from(qrTicket)
    .leftJoin(session, eq(session.id, qrTicket.sessionId))
    .leftJoin(person, eq(person.id, session.personId))
    .leftJoin(organisation, eq(organisation.id, person.orgId))
    .where(eq(qrTicket.ticketHash, ticketHash(ticket)))
    .for("update", { of: qrTicket })
  return found
}
type Found = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

/** Null: the phone may continue. */
function refusalReason(found: Found | undefined, phone: Phone): PhoneRefusal | null {
  if (!found || found.isExpired || (found.state !== "issued" && found.state !== "scanned")) return "over"
  if (found.kind === "reauth") {
    if (found.isScreenGone) return "over"
    if (found.ownerId !== phone.person.id) return "otherUser"
    if (phone.isBySource) return "bySource"
    if (found.rootId === phone.rootId) return "sameSession"
  }
  if (found.state === "scanned" && found.phoneSessionId !== phone.sessionId) return "otherPhone"
  return null
}

function isAnsweredBy(found: Found, phone: Phone): boolean {
  return (
    (found.state === "confirmed" || found.state === "claimed") && found.phoneSessionId === phone.sessionId
  )
}

/** Q2: a ticket that another person scans is void. */
async function refusePhone(
  db: Db,
  action: string,
  found: Found | undefined,
  phone: Phone,
  refusal: PhoneRefusal,
): Promise<PhoneRefusal> {
  if (found && refusal === "otherUser") {
    await db.update(qrTicket).set({ state: "dead" }).where(eq(qrTicket.ticketHash, found.ticketHash))
    await log(db, action, found, phone, "refused", { reason: refusal, of: found.ownerId })
  }
  return refusal
}

async function wrongNumber(db: Db, found: Found, phone: Phone): Promise<PhoneRefusal> {
  const wrongNumbers = found.wrongNumbers + 1
  const isOver = wrongNumbers >= loginLimits.wrongNumbers
  await db
    .update(qrTicket)
    .set({ wrongNumbers, ...(isOver ? { state: "dead" as const } : {}) })
    .where(eq(qrTicket.ticketHash, found.ticketHash))
  if (!isOver) return "wrongNumber"
  await log(db, "qrcodes.confirm", found, phone, "refused", { reason: "unsafe" })
  return "unsafe"
}

function log(
  db: Db,
  action: string,
  { kind, mid }: Found,
  { person: who, sessionId, ip }: Phone,
  result: "done" | "refused",
  detail: Record<string, unknown> = {},
): Promise<void> {
  return audit(db, {
    person: who,
    sessionId,
    action,
    ...(mid === null ? {} : { mid }),
    result,
    ip,
    detail: { kind, ...detail },
  })
}

async function askedBy(db: Db, found: Found): Promise<AskedByQrcode> {
  const { kind, mid } = found
  return {
    kind,
    what: mid === null ? signInByQrcode : ((await moduleName(db, mid)) ?? signInByQrcode),
    nickname: found.nickname,
    orgname: found.orgname,
    browser: browserName(found.userAgent),
    ip: maskedAddress(found.ip),
    asked: found.asked,
    seconds: found.seconds,
    numbers: found.offered ?? [],
  }
}
