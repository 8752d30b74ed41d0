import { randomBytes } from "node:crypto"
import { casLimits } from "@uc/contract/applications/cas"
import { and, eq, gt, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { oidcState } from "../../../db/schema/sessions.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { hashOf, readWhere } from "../oidc/stored-state.ts"

/** What an application asked for when it sent somebody here. */
export interface CasRequest {
  readonly service: string
  readonly renew: boolean
  readonly method: "GET" | "POST"
}

export interface AskedCasSignOn extends CasRequest {
  /** When it began, by the database's clock: what is proven from then on is proven for it. */
  readonly iat: number
}

/** Beside what the provider keeps: it is found, sealed and deleted in the same way. */
const model = "CasSignOn"

/** SSO-2: a sign-on that needs a person first: to sign in, to consent, to prove who they are. Gives its id. */
export async function keepAsked(db: Db, keyed: Keyed, asked: CasRequest): Promise<string> {
  const uid = randomBytes(24).toString("base64url")
  const { rows } = await db.execute<{ iat: number }>(sql`select floor(extract(epoch from now()))::int as iat`)
  await db.insert(oidcState).values({
    model,
    idHash: hashOf(keyed, uid),
    sealed: keyed.seal(JSON.stringify({ ...asked, iat: rows[0]?.iat })),
    expiresAt: sql`now() + make_interval(secs => ${casLimits.signOnS}::int)`,
  })
  return uid
}

export async function readAsked(db: Db, keyed: Keyed, uid: string): Promise<AskedCasSignOn | null> {
  const isThis = and(eq(oidcState.idHash, hashOf(keyed, uid)), gt(oidcState.expiresAt, sql`now()`))
  const found = isThis && (await readWhere(db, keyed, model, isThis))
  return found ? (found.payload as unknown as AskedCasSignOn) : null
}

export async function forgetAsked(db: Db, keyed: Keyed, uid: string): Promise<void> {
  await db.delete(oidcState).where(and(eq(oidcState.model, model), eq(oidcState.idHash, hashOf(keyed, uid))))
}
