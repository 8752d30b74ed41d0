import { and, eq, isNull, sql, type SQL } from "drizzle-orm"
import type { AdapterPayload } from "oidc-provider"
import { builtOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { isLiveSession } from "../../../db/queries/live-session.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { person } from "../../../db/schema/people.ts"
import { oidcState, session } from "../../../db/schema/sessions.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { provenMoment } from "../sign-on.ts"

interface Key {
  readonly model: string
  readonly hash: Buffer
}

/** As it is in the database. */
export interface StateRow {
  readonly sealed: Buffer
  readonly sessionId: string | null
  readonly consumed: number | null
}

interface Stored {
  readonly payload: AdapterPayload
  readonly sessionId: string | null
}

/** A session of the provider together with the portal's one that it stands on. */
export interface SessionRow extends StateRow {
  /** The person may still use the portal's session; a locked one counts. */
  readonly isInUse: boolean
  /** When the person last proved who they are, in seconds; null: there is no such session of the portal. */
  readonly provenAt: number | null
}

/** The same for an id and for what refers to it: a grant's row is found by what was issued under it. */
export function hashOf(keyed: Keyed, id: string): Buffer {
  return keyed.mac("oidc-state", id)
}

const columns = {
  sealed: oidcState.sealed,
  sessionId: oidcState.sessionId,
  consumed: sql<number | null>`floor(extract(epoch from ${oidcState.consumedAt}))::int`,
}

const stateWithId = builtOnce("oidc_state_with_id", ["model", "hash"], (db, { model, hash }) =>
  db
    .select(columns)
    .from(oidcState)
    .where(and(eq(oidcState.model, model), eq(oidcState.idHash, hash))),
)

function sessionWith(name: string, column: typeof oidcState.idHash | typeof oidcState.uidHash) {
  return builtOnce(name, ["model", "hash"], (db, { model, hash }) =>
    db
      .select({
        ...columns,
        isInUse: sql<boolean>`${organisation.id} is not null`,
        provenAt: sql<number | null>`${provenMoment}`,
      })
      .from(oidcState)
      .leftJoin(session, and(eq(session.id, oidcState.sessionId), isLiveSession))
      .leftJoin(person, and(eq(person.id, session.personId), isNull(person.disabledAt)))
      .leftJoin(organisation, and(eq(organisation.id, person.orgId), isNull(organisation.disabledAt)))
      .where(and(eq(oidcState.model, model), eq(column, hash))),
  )
}

const sessionWithId = sessionWith("oidc_session_with_id", oidcState.idHash)
const sessionWithUid = sessionWith("oidc_session_with_uid", oidcState.uidHash)

export async function readState(
  db: Db,
  keyed: Keyed,
  { model, id }: { readonly model: string; readonly id: string },
): Promise<Stored | null> {
  const row = await readStateRow(db, { model, hash: hashOf(keyed, id) })
  return row && opened(keyed, row)
}

export async function readStateRow(db: Db, { model, hash }: Key): Promise<StateRow | null> {
  const [found] = await stateWithId(db, { model, hash })
  return found ?? null
}

export async function readSessionRow(db: Db, hash: Buffer, by: "id" | "uid"): Promise<SessionRow | null> {
  const [found] = await (by === "id" ? sessionWithId : sessionWithUid)(db, { model: "Session", hash })
  return found ?? null
}

export async function readWhere(db: Db, keyed: Keyed, model: string, which: SQL): Promise<Stored | null> {
  const [found] = await db
    .select(columns)
    .from(oidcState)
    .where(and(eq(oidcState.model, model), which))
  return found ? opened(keyed, found) : null
}

export function opened(keyed: Keyed, { sealed, consumed, sessionId }: StateRow): Stored {
  const payload = JSON.parse(keyed.unseal(sealed)) as AdapterPayload
  return { payload: consumed === null ? payload : { ...payload, consumed }, sessionId }
}
