import { and, eq, isNull, or, sql } from "drizzle-orm"
import { errors, type Adapter } from "oidc-provider"
import type { Db } from "../../../db/open.ts"
import { isLiveSession } from "../../../db/queries/live-session.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { person } from "../../../db/schema/people.ts"
import { oidcState, session } from "../../../db/schema/sessions.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { keepSignOns } from "./sign-ons.ts"
import { portalSession } from "./portal-session.ts"
import { hashOf, readState, readWhere } from "./stored-state.ts"

/** A session of the portal that its person may still use; a locked one counts. */
async function isInUse(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        eq(session.id, sessionId),
        isLiveSession,
        isNull(person.disabledAt),
        isNull(organisation.disabledAt),
      ),
    )
  return found.length > 0
}

/**
 * SSO-1: the provider's memory in PostgreSQL, for any number of processes. A session of the provider stands on one of the
 * portal: it is found only while that one is in use, and by a browser only where it is that browser's own. Codes and
 * tokens are bound to it, so all of them end with a sign-out, without being looked for.
 */
export function stateAdapter(db: Db, keyed: Keyed, issuer: string): (model: string) => Adapter {
  return (model) => {
    const isThis = (id: string) => and(eq(oidcState.model, model), eq(oidcState.idHash, hashOf(keyed, id)))
    return {
      async upsert(id, payload, expiresIn = 0) {
        const at = portalSession.getStore() ?? null
        const { grantId, uid, accountId } = payload
        const isTheirs = model === "Session" && at !== null && at.personId === accountId
        const values = {
          sealed: keyed.seal(JSON.stringify(payload)),
          grantHash: grantId === undefined ? null : hashOf(keyed, grantId),
          uidHash: uid === undefined ? null : hashOf(keyed, uid),
          sessionId: isTheirs ? at.sessionId : null,
          expiresAt: sql`now() + make_interval(secs => ${expiresIn}::int)`,
        }
        await db
          .insert(oidcState)
          .values({ model, idHash: hashOf(keyed, id), ...values })
          .onConflictDoUpdate({
            target: [oidcState.model, oidcState.idHash],
            set: { ...values, sessionId: sql`coalesce(excluded.session_id, ${oidcState.sessionId})` },
          })
        if (isTheirs) await keepSignOns(db, { sessionId: at.sessionId, issuer, payload })
      },

      async find(id) {
        const found = await readState(db, keyed, { model, id })
        if (!found) return undefined
        if (model !== "Session" || found.payload.accountId === undefined) return found.payload
        const at = portalSession.getStore()
        if (!at || at.sessionId !== found.sessionId) return undefined
        return (await isInUse(db, at.sessionId)) ? found.payload : undefined
      },

      async findByUid(uid) {
        const found = await readWhere(db, keyed, model, eq(oidcState.uidHash, hashOf(keyed, uid)))
        if (!found || found.sessionId === null) return undefined
        return (await isInUse(db, found.sessionId)) ? found.payload : undefined
      },

      /** For devices without a browser, which are not served. */
      async findByUserCode() {
        return undefined
      },

      /** Of two at once, in any processes, one goes on; the other ends what came of it (RFC 6819, 5.2.1.1). */
      async consume(id) {
        const consumed = await db
          .update(oidcState)
          .set({ consumedAt: sql`now()` })
          .where(and(isThis(id), isNull(oidcState.consumedAt)))
          .returning({ model: oidcState.model })
        if (consumed.length > 0) return
        const [used] = await db.select({ grant: oidcState.grantHash }).from(oidcState).where(isThis(id))
        if (used?.grant)
          await db
            .delete(oidcState)
            .where(
              or(
                eq(oidcState.grantHash, used.grant),
                and(eq(oidcState.model, "Grant"), eq(oidcState.idHash, used.grant)),
              ),
            )
        throw new errors.InvalidGrant("already consumed")
      },

      async destroy(id) {
        await db.delete(oidcState).where(isThis(id))
      },

      async revokeByGrantId(grantId) {
        await db
          .delete(oidcState)
          .where(and(eq(oidcState.model, model), eq(oidcState.grantHash, hashOf(keyed, grantId))))
      },
    }
  }
}
