import { and, eq, or, sql } from "drizzle-orm"
import { statementOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { oidcState } from "../../../db/schema/sessions.ts"

/** A row of `oidc_state` that is to be written. */
export interface NewState {
  readonly model: string
  readonly idHash: Buffer
  readonly sealed: Buffer
  readonly grantHash: Buffer | null
  readonly uidHash: Buffer | null
  readonly sessionId: string | null
  readonly expiresIn: number
}

/** A code or a refresh token that is being redeemed, and what it is redeemed for: one statement writes all of it, or nothing. */
export interface HeldWrites {
  readonly model: typeof codeModel | typeof refreshModel
  readonly idHash: Buffer
  readonly tokens: readonly NewState[]
}

export const codeModel = "AuthorizationCode"
export const refreshModel = "RefreshToken"

const redeemOnce = statementOnce(
  "oidc_redeem",
  ["model", "idHash", "models", "idHashes", "sealed", "grantHashes", "seconds"],
  (given) => sql`
    with consumed as (
      update ${oidcState} set consumed_at = now()
      where model = ${given.model} and id_hash = ${given.idHash} and consumed_at is null returning model
    ), written as (
      insert into ${oidcState} (model, id_hash, sealed, grant_hash, expires_at)
      select t.model, t.id_hash, t.sealed, t.grant_hash, now() + make_interval(secs => t.seconds)
      from consumed, unnest(${given.models}::text[], ${given.idHashes}::bytea[], ${given.sealed}::bytea[],
        ${given.grantHashes}::bytea[], ${given.seconds}::int[]) t (model, id_hash, sealed, grant_hash, seconds)
    )
    select model from consumed`,
)

/** Gives whether it was still good: of two at once, in any processes, one gets tokens. A code's second use ends them. */
export async function redeemed(db: Db, { model, idHash, tokens }: HeldWrites): Promise<boolean> {
  const consumed = await redeemOnce(db, {
    model,
    idHash,
    models: tokens.map((token) => token.model),
    idHashes: tokens.map((token) => token.idHash),
    sealed: tokens.map(({ sealed }) => sealed),
    grantHashes: tokens.map(({ grantHash }) => grantHash),
    seconds: tokens.map(({ expiresIn }) => expiresIn),
  })
  if (consumed.length > 0) return true
  if (model === codeModel) await endGrantOf(db, model, idHash)
  return false
}

/** What was used a second time may have been stolen: everything that came of it ends (RFC 6819, 5.2.1.1). */
export async function endGrantOf(db: Db, model: string, idHash: Buffer): Promise<void> {
  const isThis = and(eq(oidcState.model, model), eq(oidcState.idHash, idHash))
  const [used] = await db.select({ grant: oidcState.grantHash }).from(oidcState).where(isThis)
  if (!used?.grant) return
  await db
    .delete(oidcState)
    .where(
      or(
        eq(oidcState.grantHash, used.grant),
        and(eq(oidcState.model, "Grant"), eq(oidcState.idHash, used.grant)),
      ),
    )
}
