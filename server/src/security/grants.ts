import { reauthLimits } from "@uc/contract/reauth/calls"
import { isSensitiveModule, sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, exists, gt, inArray, isNull, lt, sql } from "drizzle-orm"
import type { Db } from "../db/open.ts"
import { reauthGrant } from "../db/schema/reauth.ts"
import { session } from "../db/schema/sessions.ts"

/** AUTH-8: a grant is for one session of one person and one module only. */
export interface GrantOwner {
  readonly sessionId: string
  readonly personId: Id
  /** A sensitive module of ours, or an operation of a hosted application with its entry (DISTRICT-13). */
  readonly mid: string
}

export async function issueGrant(
  db: Db,
  owner: GrantOwner,
  factor: "password" | "sms" | "qrcode",
  lastsS: number = reauthLimits.grantS,
): Promise<void> {
  const { sessionId, personId, mid } = owner
  await db.insert(reauthGrant).values({
    sessionId,
    personId,
    mid,
    factor,
    maxUses: isSensitiveModule(owner.mid) ? sensitiveModules[owner.mid].maxUses : 1,
    expiresAt: sql`now() + make_interval(secs => ${lastsS})`,
  })
}

/**
 * Inside the write's own transaction: a write that is rolled back spends nothing, and of two at the same time the second
 * waits for the first and then finds the grant as that one left it.
 */
export async function consumeGrant(db: Db, { sessionId, personId, mid }: GrantOwner): Promise<boolean> {
  const isGood = and(
    isNull(reauthGrant.revokedAt),
    gt(reauthGrant.expiresAt, sql`now()`),
    lt(reauthGrant.uses, reauthGrant.maxUses),
  )
  const newest = db
    .select({ id: reauthGrant.id })
    .from(reauthGrant)
    .where(
      and(
        eq(reauthGrant.sessionId, sessionId),
        eq(reauthGrant.personId, personId),
        eq(reauthGrant.mid, mid),
        isGood,
        exists(
          db
            .select({ id: session.id })
            .from(session)
            .where(and(eq(session.id, reauthGrant.sessionId), isNull(session.revokedAt))),
        ),
      ),
    )
    .orderBy(desc(reauthGrant.issuedAt))
    .limit(1)
    .for("update")
  const spent = await db
    .update(reauthGrant)
    .set({ uses: sql`${reauthGrant.uses} + 1` })
    .where(and(inArray(reauthGrant.id, newest), isGood))
    .returning({ id: reauthGrant.id })
  return spent.length > 0
}
