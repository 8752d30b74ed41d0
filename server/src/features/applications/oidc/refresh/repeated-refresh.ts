import type { KoaContextWithOIDC } from "oidc-provider"
import type { Db } from "../../../../db/open.ts"
import type { Keyed } from "../../../../security/keyed.ts"
import { endGrantOf, redeemed, type HeldWrites, type NewState } from "../held-writes.ts"
import { refreshLeewayMs } from "../provider-settings.ts"
import { opened, readStateRow } from "../stored-state.ts"

interface Parts {
  readonly db: Db
  readonly keyed: Keyed
  readonly dateMs: () => number
}

/** What a refresh token was answered with, under that token's hash. It is deleted with the grant. */
const answerModel = "RefreshAnswer"

interface KeptAnswer {
  readonly writtenMs: number
  readonly body: unknown
}

async function recentAnswer({ db, keyed, dateMs }: Parts, hash: Buffer): Promise<KeptAnswer | null> {
  const row = await readStateRow(db, { model: answerModel, hash })
  if (!row) return null
  const kept = opened(keyed, row).payload as unknown as KeptAnswer
  return dateMs() - kept.writtenMs <= refreshLeewayMs ? kept : null
}

/** SSO-15: a refresh token that was used a moment ago counts as unused until its answer is due, so that all checks are made again. */
export async function hasRecentAnswer(parts: Parts, hash: Buffer): Promise<boolean> {
  return (await recentAnswer(parts, hash)) !== null
}

/**
 * SSO-15: the first use of a refresh token writes its tokens and its answer; another one within the leeway gets that answer in place of
 * tokens of its own, in whichever process. The library has checked by then that it is the same client, whose session goes on.
 * What was refused has used nothing up.
 */
export async function answerRefresh(parts: Parts, ctx: KoaContextWithOIDC, held: HeldWrites): Promise<void> {
  if (ctx.status !== 200) return
  const { db, keyed, dateMs } = parts
  const kept: KeptAnswer = { writtenMs: dateMs(), body: ctx.body }
  const answer: NewState = {
    model: answerModel,
    idHash: held.idHash,
    sealed: keyed.seal(JSON.stringify(kept)),
    grantHash: held.tokens[0]?.grantHash ?? null,
    uidHash: null,
    sessionId: null,
    expiresIn: Math.ceil(refreshLeewayMs / 1000),
  }
  if (await redeemed(db, { ...held, tokens: [...held.tokens, answer] })) return
  const first = await recentAnswer(parts, held.idHash)
  if (first) {
    ctx.body = first.body
    return
  }
  // It was ended or its leeway was over between the check and now: a second use as any other.
  await endGrantOf(db, held.model, held.idHash)
  ctx.status = 400
  ctx.body = { error: "invalid_grant", error_description: "grant request is invalid" }
}
