import { isDeepStrictEqual } from "node:util"
import { and, eq, sql, type SQL } from "drizzle-orm"
import { errors, type Adapter, type AdapterPayload } from "oidc-provider"
import { statementOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { oidcState } from "../../../db/schema/sessions.ts"
import type { TakeAnonymousSignOn } from "../../../security/anonymous-sign-ons.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { plainAddress } from "../../../session/caller.ts"
import { keepSignOns } from "./sign-ons.ts"
import { insertSignOn } from "../uses.store.ts"
import { contextOf } from "./client-entries.ts"
import { codeModel, endGrantOf, redeemed, refreshModel } from "./held-writes.ts"
import { hashIn, providerRequest, type PortalSession, type ProviderRequest } from "./provider-request.ts"
import { placeOfGrant, sessionIn, stateIn } from "./read-ahead.ts"
import { hasRecentAnswer } from "./refresh/repeated-refresh.ts"
import { opened, readSessionRow, readStateRow } from "./stored-state.ts"

const rowNames = ["model", "idHash", "sealed", "grantHash", "uidHash", "sessionId", "expiresIn"] as const

const insertState = (given: Readonly<Record<(typeof rowNames)[number], SQL>>) => sql`
    insert into ${oidcState} (model, id_hash, sealed, grant_hash, uid_hash, session_id, expires_at)
    values (${given.model}, ${given.idHash}::bytea, ${given.sealed}::bytea, ${given.grantHash}::bytea, ${given.uidHash}::bytea,
      ${given.sessionId}::uuid, now() + make_interval(secs => ${given.expiresIn}::int))
    on conflict (model, id_hash) do update set sealed = excluded.sealed, grant_hash = excluded.grant_hash,
      uid_hash = excluded.uid_hash, expires_at = excluded.expires_at,
      session_id = coalesce(excluded.session_id, "oidc_state".session_id)`

const writeState = statementOnce("oidc_write_state", rowNames, insertState)

/** With its line in the audit log. */
const writeCode = statementOnce(
  "oidc_write_code",
  [...rowNames, "personId", "clientId", "portalSessionId", "ip"],
  (given) => sql`
    with noted as (${insertSignOn({ ...given, sessionId: given.portalSessionId })})
    ${insertState(given)}`,
)

/** A row of the same id that still counts is a second use, in whichever process: the library looks first and writes then. */
const writeOnce = statementOnce(
  "oidc_write_once",
  ["model", "idHash", "sealed", "expiresIn"],
  (given) => sql`
    insert into ${oidcState} (model, id_hash, sealed, expires_at)
    values (${given.model}, ${given.idHash}::bytea, ${given.sealed}::bytea, now() + make_interval(secs => ${given.expiresIn}::int))
    on conflict (model, id_hash) do update set sealed = excluded.sealed, expires_at = excluded.expires_at
      where "oidc_state".expires_at <= now()
    returning model`,
)

/** Of proofs by key (`private_key_jwt`). */
const usedProof = "ReplayDetection"

const consumeState = statementOnce(
  "oidc_consume_state",
  ["model", "idHash"],
  (given) => sql`
    update ${oidcState} set consumed_at = now()
    where model = ${given.model} and id_hash = ${given.idHash} and consumed_at is null
    returning model`,
)

/** FAULT-10: more sign-ons of browsers that nobody is signed in to than are stored. It is told to the person, not to the application. */
export class TooManySignOns extends errors.OIDCProviderError {
  override readonly allow_redirect = false
  readonly retryAfterS: number

  constructor(retryAfterS: number) {
    super(429, "temporarily_unavailable")
    this.retryAfterS = retryAfterS
  }
}

/** But for the moments of its writing. The library does not keep the order of what it has read. */
function isSame(a: AdapterPayload, b: AdapterPayload): boolean {
  const content = ({ iat: _written, exp: _ends, ...of }: AdapterPayload) => of
  return isDeepStrictEqual(content(a), content(b))
}

/** The application of the request under way wants to be told of sign-outs; it may not have when the session was written. */
function wantsToBeTold(): boolean {
  return contextOf()?.oidc?.client?.backchannelLogoutUri !== undefined
}

/**
 * SSO-1: the provider's memory in PostgreSQL, for any number of processes. A session of the provider stands on one of the
 * portal: it is found only while that one is in use, and by a browser only where it is that browser's own. Codes and
 * tokens are bound to it, so all of them end with a sign-out, without being looked for.
 */
export function stateAdapter({
  db,
  keyed,
  dateMs,
  issuer,
  anonymousSignOns,
}: {
  readonly db: Db
  readonly keyed: Keyed
  readonly dateMs: () => number
  readonly issuer: () => string
  readonly anonymousSignOns: TakeAnonymousSignOn
}): (model: string) => Adapter {
  return (model) => {
    const isThis = (id: string) => and(eq(oidcState.model, model), eq(oidcState.idHash, hashIn(keyed, id)))

    const rowOf = (id: string, payload: AdapterPayload, expiresIn: number, sessionId: string | null) => ({
      model,
      idHash: hashIn(keyed, id),
      sealed: keyed.seal(JSON.stringify(payload)),
      grantHash: payload.grantId === undefined ? null : hashIn(keyed, payload.grantId),
      uidHash: placeOf(keyed, model, payload),
      sessionId,
      expiresIn,
    })

    return {
      async upsert(id, payload, expiresIn = 0) {
        const under = providerRequest.getStore()
        const at = under?.at ?? null
        // A session of nobody holds nothing that a later request needs.
        if (model === "Session" && payload.accountId === undefined) return
        // Counted here, where it is stored: nobody else reads an address quite as the library does.
        if (model === "Interaction" && under && !at) {
          const waitS = anonymousSignOns(plainAddress(contextOf()?.ip ?? ""))
          if (waitS > 0) throw new TooManySignOns(waitS)
        }
        const isTheirs = model === "Session" && at !== null && at.personId === payload.accountId
        if (isTheirs && at.read?.id === id && isSame(JSON.parse(at.read.text) as AdapterPayload, payload)) {
          // It was first written within the portal's session, for as long as one of those lasts: it needs no later end.
          if (wantsToBeTold()) await keepSignOns(db, { sessionId: at.sessionId, issuer: issuer(), payload })
          return
        }
        if (at && model === "Session") at.read = null
        const row = rowOf(id, payload, expiresIn, isTheirs ? at.sessionId : null)
        if (under?.held) {
          under.held = { ...under.held, tokens: [...under.held.tokens, row] }
          // The last that a code is redeemed for. A refresh token is redeemed with its answer (`answerRefresh`).
          if (model === refreshModel && under.held.model === codeModel) await redeemHeld(db, under)
          return
        }
        if (under) under.ahead = null
        if (model === usedProof) {
          const written = await writeOnce(db, row)
          if (written.length === 0) throw new errors.InvalidClientAuth("the proof has been used")
          return
        }
        if (model === codeModel) await writeCode(db, { ...row, ...auditedSignOn(payload, at) })
        else await writeState(db, row)
        if (isTheirs) await keepSignOns(db, { sessionId: at.sessionId, issuer: issuer(), payload })
      },

      async find(id) {
        const { at = null, ahead = null } = providerRequest.getStore() ?? {}
        if (model !== "Session") {
          const hash = hashIn(keyed, id)
          const row = stateIn(ahead, model, hash) ?? (await readStateRow(db, { model, hash }))
          if (!row) return undefined
          const { consumed, ...unused } = opened(keyed, row).payload
          if (consumed === undefined) return unused
          const isRepeat = model === refreshModel && (await hasRecentAnswer({ db, keyed, dateMs }, hash))
          return isRepeat ? unused : { ...unused, consumed }
        }
        if (at?.read?.id === id) return JSON.parse(at.read.text) as AdapterPayload
        const hash = hashIn(keyed, id)
        const found = sessionIn(ahead, hash) ?? (await readSessionRow(db, hash, "id"))
        if (!found) return undefined
        const text = keyed.unseal(found.sealed)
        const payload = JSON.parse(text) as AdapterPayload
        if (payload.accountId === undefined) return payload
        if (!at || at.sessionId !== found.sessionId || !found.isInUse) return undefined
        at.read = { id, text, provenAt: found.provenAt }
        return payload
      },

      /** Of sessions alone. */
      async findByUid(uid) {
        const hash = hashIn(keyed, uid)
        const ahead = providerRequest.getStore()?.ahead ?? null
        const found = sessionIn(ahead, hash) ?? (await readSessionRow(db, hash, "uid"))
        return found?.isInUse ? opened(keyed, found).payload : undefined
      },

      /** For devices without a browser, which are not served. */
      async findByUserCode() {
        return undefined
      },

      /** Of two at once, in any processes, one goes on; the other ends what came of it (RFC 6819, 5.2.1.1). */
      async consume(id) {
        const under = providerRequest.getStore()
        const idHash = hashIn(keyed, id)
        if (under && (model === codeModel || model === refreshModel)) {
          // Together with the tokens that follow, or at the latest ahead of the answer.
          under.held = { model, idHash, tokens: [] }
          return
        }
        const consumed = await consumeState(db, { model, idHash })
        if (consumed.length > 0) return
        await endGrantOf(db, model, idHash)
        throw new errors.InvalidGrant("already consumed")
      },

      async destroy(id) {
        const under = providerRequest.getStore()
        if (under) under.ahead = null
        if (under?.at && model === "Session") under.at.read = null
        await db.delete(oidcState).where(isThis(id))
      },

      async revokeByGrantId(grantId) {
        const under = providerRequest.getStore()
        if (under) under.ahead = null
        await db
          .delete(oidcState)
          .where(and(eq(oidcState.model, model), eq(oidcState.grantHash, hashIn(keyed, grantId))))
      },
    }
  }
}

async function redeemHeld(db: Db, under: ProviderRequest): Promise<void> {
  const { held } = under
  under.held = null
  if (held && !(await redeemed(db, held))) throw new errors.InvalidGrant("already consumed")
}

/** What else a state is found by, beside its id: a session by its uid, a code with its session, a grant with its session and application. */
function placeOf(keyed: Keyed, model: string, payload: AdapterPayload): Buffer | null {
  const { uid, sessionUid, clientId } = payload
  if (model === codeModel) return sessionUid === undefined ? null : hashIn(keyed, sessionUid)
  if (model === "Grant") {
    const id = contextOf()?.oidc?.session?.jti
    return id === undefined || clientId === undefined ? null : placeOfGrant(keyed, id, clientId)
  }
  return uid === undefined ? null : hashIn(keyed, uid)
}

/** SSO-1: who signs on to which application; a code is good for nothing else. */
function auditedSignOn({ accountId, clientId }: AdapterPayload, at: PortalSession | null) {
  return { personId: accountId, clientId, portalSessionId: at?.sessionId ?? null, ip: contextOf()?.ip }
}
