import { and, eq, or, sql } from "drizzle-orm"
import Provider, { errors, type Adapter, type AdapterPayload, type KoaContextWithOIDC } from "oidc-provider"
import { statementOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { oidcState } from "../../../db/schema/sessions.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { keepSignOns } from "./sign-ons.ts"
import { portalSession } from "./portal-session.ts"
import { hashOf, readSession, readState } from "./stored-state.ts"

const writeState = statementOnce(
  "oidc_write_state",
  ["model", "idHash", "sealed", "grantHash", "uidHash", "sessionId", "expiresIn"],
  (given) => sql`
    insert into ${oidcState} (model, id_hash, sealed, grant_hash, uid_hash, session_id, expires_at)
    values (${given.model}, ${given.idHash}::bytea, ${given.sealed}::bytea, ${given.grantHash}::bytea, ${given.uidHash}::bytea,
      ${given.sessionId}::uuid, now() + make_interval(secs => ${given.expiresIn}::int))
    on conflict (model, id_hash) do update set sealed = excluded.sealed, grant_hash = excluded.grant_hash,
      uid_hash = excluded.uid_hash, expires_at = excluded.expires_at,
      session_id = coalesce(excluded.session_id, "oidc_state".session_id)`,
)

const consumeState = statementOnce(
  "oidc_consume_state",
  ["model", "idHash"],
  (given) => sql`
    update ${oidcState} set consumed_at = now()
    where model = ${given.model} and id_hash = ${given.idHash} and consumed_at is null
    returning model`,
)

/** But for the moments of its writing. */
function isSame(a: AdapterPayload, b: AdapterPayload): boolean {
  const content = (of: AdapterPayload) => JSON.stringify({ ...of, iat: undefined, exp: undefined })
  return content(a) === content(b)
}

/** The application of the request under way wants to be told of sign-outs; it may not have when the session was written. */
function wantsToBeTold(): boolean {
  const { ctx } = Provider as { readonly ctx?: Partial<KoaContextWithOIDC> | undefined }
  return ctx?.oidc?.client?.backchannelLogoutUri !== undefined
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
        if (isTheirs && at.read?.id === id && isSame(at.read.payload, payload)) {
          // It was first written within the portal's session, for as long as one of those lasts: it needs no later end.
          if (wantsToBeTold()) await keepSignOns(db, { sessionId: at.sessionId, issuer, payload })
          return
        }
        if (at && model === "Session") at.read = null
        await writeState(db, {
          model,
          idHash: hashOf(keyed, id),
          sealed: keyed.seal(JSON.stringify(payload)),
          grantHash: grantId === undefined ? null : hashOf(keyed, grantId),
          uidHash: uid === undefined ? null : hashOf(keyed, uid),
          sessionId: isTheirs ? at.sessionId : null,
          expiresIn,
        })
        if (isTheirs) await keepSignOns(db, { sessionId: at.sessionId, issuer, payload })
      },

      async find(id) {
        if (model !== "Session") return (await readState(db, keyed, { model, id }))?.payload
        const at = portalSession.getStore()
        if (at?.read?.id === id) return structuredClone(at.read.payload)
        const found = await readSession(db, keyed, { id })
        if (!found || found.payload.accountId === undefined) return found?.payload
        if (!at || at.sessionId !== found.sessionId || !found.isInUse) return undefined
        at.read = { id, payload: structuredClone(found.payload), provenAt: found.provenAt }
        return found.payload
      },

      /** Of sessions alone. */
      async findByUid(uid) {
        const found = await readSession(db, keyed, { uid })
        return found?.isInUse ? found.payload : undefined
      },

      /** For devices without a browser, which are not served. */
      async findByUserCode() {
        return undefined
      },

      /** Of two at once, in any processes, one goes on; the other ends what came of it (RFC 6819, 5.2.1.1). */
      async consume(id) {
        const consumed = await consumeState(db, { model, idHash: hashOf(keyed, id) })
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
        const at = portalSession.getStore()
        if (at && model === "Session") at.read = null
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
