import { and, eq, sql, type SQL } from "drizzle-orm"
import type { AdapterPayload } from "oidc-provider"
import type { Db } from "../../../db/open.ts"
import { oidcState } from "../../../db/schema/sessions.ts"
import type { Keyed } from "../../../security/keyed.ts"

interface Key {
  readonly model: string
  readonly id: string
}

interface Stored {
  readonly payload: AdapterPayload
  readonly sessionId: string | null
}

/** The same for an id and for what refers to it: a grant's row is found by what was issued under it. */
export function hashOf(keyed: Keyed, id: string): Buffer {
  return keyed.mac("oidc-state", id)
}

export async function readState(db: Db, keyed: Keyed, { model, id }: Key): Promise<Stored | null> {
  return readWhere(db, keyed, model, eq(oidcState.idHash, hashOf(keyed, id)))
}

export async function readWhere(db: Db, keyed: Keyed, model: string, which: SQL): Promise<Stored | null> {
  const [found] = await db
    .select({
      sealed: oidcState.sealed,
      sessionId: oidcState.sessionId,
      consumed: sql<number | null>`floor(extract(epoch from ${oidcState.consumedAt}))::int`,
    })
    .from(oidcState)
    .where(and(eq(oidcState.model, model), which))
  if (!found) return null
  const payload = JSON.parse(keyed.unseal(found.sealed)) as AdapterPayload
  const { consumed, sessionId } = found
  return { payload: consumed === null ? payload : { ...payload, consumed }, sessionId }
}
