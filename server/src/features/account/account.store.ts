import type { OwnDevice, OwnSession } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, isNull, sql } from "drizzle-orm"
import { browserName } from "../../security/browser-name.ts"
import { isLiveSession } from "../../db/queries/live-session.ts"
import type { Db } from "../../db/open.ts"
import { reauthGrant } from "../../db/schema/reauth.ts"
import { session } from "../../db/schema/sessions.ts"
import { knownDevice } from "../../db/schema/sign-in.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { isIdle } from "../../db/queries/idle-session.ts"

export async function sessionsOf(db: Db, personId: Id, current: string): Promise<OwnSession[]> {
  const found = await db
    .select({
      id: session.id,
      isLocked: isIdle,
      userAgent: session.userAgent,
      ip: session.ip,
      began: asMoment(session.createdAt),
      lastActive: asMoment(session.lastActiveAt),
    })
    .from(session)
    .where(and(eq(session.personId, personId), isLiveSession))
    .orderBy(desc(eq(session.id, current)), desc(session.lastActiveAt))
  return found.map(({ userAgent, ...row }) => ({
    ...row,
    isCurrent: row.id === current,
    browser: browserName(userAgent ?? ""),
  }))
}

export async function devicesOf(db: Db, personId: Id, current: Buffer): Promise<OwnDevice[]> {
  const found = await db
    .select({
      id: knownDevice.id,
      deviceHash: knownDevice.deviceHash,
      userAgent: knownDevice.userAgent,
      ip: knownDevice.ip,
      firstUsed: asMoment(knownDevice.firstAt),
      lastUsed: asMoment(knownDevice.lastAt),
    })
    .from(knownDevice)
    .where(eq(knownDevice.personId, personId))
    .orderBy(desc(eq(knownDevice.deviceHash, current)), desc(knownDevice.lastAt))
  return found.map(({ userAgent, deviceHash, ...row }) => ({
    ...row,
    isCurrent: deviceHash.equals(current),
    browser: browserName(userAgent ?? ""),
  }))
}

/** Only one's own: somebody else's id finds nothing. */
export async function isOwnSession(db: Db, personId: Id, id: string): Promise<boolean> {
  const found = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, id), eq(session.personId, personId), isLiveSession))
  return found.length > 0
}

export async function sessionsInBrowser(db: Db, personId: Id, deviceHash: Buffer): Promise<string[]> {
  const found = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.personId, personId), eq(session.deviceHash, deviceHash), isLiveSession))
  return found.map(({ id }) => id)
}

/** Grants of the old password. */
export async function revokeGrants(db: Db, personId: Id): Promise<void> {
  await db
    .update(reauthGrant)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(reauthGrant.personId, personId), isNull(reauthGrant.revokedAt)))
}
