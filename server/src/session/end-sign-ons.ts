import { and, inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "../db/open.ts"
import { applicationSignOn } from "../db/schema/domains.ts"
import { oidcState } from "../db/schema/sessions.ts"

/**
 * SSO-7: the applications that were signed on to from these sessions are to be told, by whichever process comes first. It is a statement
 * of its own, after the one that ended the sessions: so it sees a sign-on that was written while that one waited for their rows.
 */
export async function endSignOns(db: Db, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await db
    .update(applicationSignOn)
    .set({ endedAt: sql`now()`, nextAt: sql`now()` })
    .where(and(inArray(applicationSignOn.sessionId, [...sessionIds]), isNull(applicationSignOn.endedAt)))
}

/** SSO-7: the session lives on, and everything that was signed on to from it ends. The next sign-on is a new one. */
export async function signOffEverywhere(db: Db, sessionId: string): Promise<void> {
  await endSignOns(db, [sessionId])
  await db.delete(oidcState).where(inArray(oidcState.sessionId, [sessionId]))
}
