import { and, eq, sql } from "drizzle-orm"
import { alias, type PgColumn } from "drizzle-orm/pg-core"
import type { Id } from "@uc/contract/core/wire"
import { builtOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { isLiveSession } from "../../../db/queries/live-session.ts"
import { application } from "../../../db/schema/domains.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { person } from "../../../db/schema/people.ts"
import { oidcState, session } from "../../../db/schema/sessions.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { waitOfQuota, type QuotaLimit } from "../../../security/quota.ts"
import { provenMoment } from "../sign-on.ts"
import { clientColumns, isClient } from "./client-columns.ts"
import { codeModel } from "./held-writes.ts"
import { claimColumns, type KnownClaims } from "./person-claims.ts"
import { type SessionRow, type StateRow } from "./stored-state.ts"

/**
 * What a request of the steady state asks for, read by one statement: most of what a statement costs is that it is one. Each
 * part is used only where the provider asks for this very thing; where it was not found, it is looked for by itself.
 */
export interface ReadAhead {
  readonly clientId: string
  readonly client: ClientRow
  readonly states: readonly FoundState[]
  /** By the hash that it was looked for with. */
  readonly session: { readonly hash: Buffer; readonly row: SessionRow } | null
  /** Of the address that a code is redeemed from, in seconds; null: it need not wait. */
  readonly secretWaitS?: number | null
  /** Of the person whose session the code was issued in. */
  readonly claims?: { readonly personId: Id; readonly known: KnownClaims }
}

interface FoundState {
  readonly model: string
  readonly idHash: Buffer
  readonly row: StateRow
}

/** Of one of several states that a statement reads, each of which may be missing. */
function columnsOf({ idHash, sealed, sessionId, consumedAt }: Record<StateColumn, PgColumn>) {
  return {
    idHash: sql<Buffer | null>`${idHash}`,
    sealed: sql<Buffer | null>`${sealed}`,
    sessionId: sql<string | null>`${sessionId}`,
    consumed: sql<number | null>`floor(extract(epoch from ${consumedAt}))::int`,
  }
}

type StateColumn = "idHash" | "sealed" | "sessionId" | "consumedAt"

interface MaybeState extends Omit<StateRow, "sealed"> {
  readonly idHash: Buffer | null
  readonly sealed: Buffer | null
}

function found(model: string, { idHash, sealed, ...row }: MaybeState): FoundState[] {
  return idHash && sealed ? [{ model, idHash, row: { ...row, sealed } }] : []
}

const providerSession = alias(oidcState, "provider_session")
const granted = alias(oidcState, "granted")
const code = alias(oidcState, "code")

const signOnAhead = builtOnce(
  "oidc_sign_on_ahead",
  ["clientId", "personId", "idHash", "grantPlace"],
  (db, { clientId, personId, idHash, grantPlace }) =>
    db
      .select({
        client: clientColumns,
        session: columnsOf(providerSession),
        isInUse: sql<boolean>`coalesce(${session.personId} = ${person.id}
          and ${person.disabledAt} is null and ${organisation.disabledAt} is null, false)`,
        provenAt: sql<number | null>`${provenMoment}`,
        grant: columnsOf(granted),
      })
      .from(application)
      .leftJoin(person, eq(person.id, sql`${personId}::bigint`))
      .leftJoin(organisation, eq(organisation.id, person.orgId))
      .leftJoin(
        providerSession,
        and(eq(providerSession.model, "Session"), eq(providerSession.idHash, idHash)),
      )
      .leftJoin(session, and(eq(session.id, providerSession.sessionId), isLiveSession))
      .leftJoin(granted, and(eq(granted.model, "Grant"), eq(granted.uidHash, grantPlace)))
      .where(isClient(clientId)),
)

type ClientRow = Awaited<ReturnType<typeof signOnAhead>>[number]["client"]

/** The application, the provider's session of the browser, and what was granted to the one in the other. */
export async function readSignOnAhead(
  db: Db,
  keyed: Keyed,
  {
    clientId,
    personId,
    id,
    hash,
  }: { readonly clientId: string; readonly personId: Id; readonly id: string; readonly hash: Buffer },
): Promise<ReadAhead | null> {
  const rows = await signOnAhead(db, {
    clientId,
    personId,
    idHash: hash,
    grantPlace: placeOfGrant(keyed, id, clientId),
  })
  const [first] = rows
  if (!first) return null
  const { client, session: kept, isInUse, provenAt } = first
  return {
    clientId,
    client,
    states: rows.flatMap(({ grant }) => found("Grant", grant)),
    session: sessionOf(hash, kept, { isInUse, provenAt }),
  }
}

function sessionOf(
  hash: Buffer | null,
  kept: MaybeState,
  more: Pick<SessionRow, "isInUse" | "provenAt">,
): ReadAhead["session"] {
  const [known] = found("Session", kept)
  return hash && known ? { hash, row: { ...known.row, ...more } } : null
}

/** A grant is found by the session of the provider and the application that it belongs to, beside its id. */
export function placeOfGrant(keyed: Keyed, sessionId: string, clientId: string): Buffer {
  return keyed.mac("oidc-grant-place", sessionId, clientId)
}

const codeAhead = builtOnce(
  "oidc_code_ahead",
  ["clientId", "codeHash", "key", "seconds", "atMost"],
  (db, { clientId, codeHash, key, seconds, atMost }) =>
    db
      .select({
        client: clientColumns,
        code: columnsOf(code),
        uidHash: code.uidHash,
        grant: columnsOf(granted),
        session: columnsOf(providerSession),
        isInUse: sql<boolean>`${session.id} is not null and ${person.id} is not null
          and ${person.disabledAt} is null and ${organisation.disabledAt} is null`,
        provenAt: sql<number | null>`${provenMoment}`,
        personId: person.id,
        claims: claimColumns,
        wait: sql<number | null>`(${waitOfQuota({ key, seconds, atMost })})`,
      })
      .from(application)
      .leftJoin(code, and(eq(code.model, codeModel), eq(code.idHash, codeHash)))
      .leftJoin(granted, and(eq(granted.model, "Grant"), eq(granted.idHash, code.grantHash)))
      .leftJoin(
        providerSession,
        and(eq(providerSession.model, "Session"), eq(providerSession.uidHash, code.uidHash)),
      )
      .leftJoin(session, and(eq(session.id, providerSession.sessionId), isLiveSession))
      .leftJoin(person, eq(person.id, session.personId))
      .leftJoin(organisation, eq(organisation.id, person.orgId))
      .where(isClient(clientId)),
)

/** The application, whether it must wait, the code, what was granted, its session, and what is known of the person. */
export async function readCodeAhead(
  db: Db,
  {
    clientId,
    codeHash,
    quota,
  }: { readonly clientId: string; readonly codeHash: Buffer; readonly quota: QuotaLimit },
): Promise<ReadAhead | null> {
  const [first] = await codeAhead(db, { clientId, codeHash, ...quota })
  if (!first) return null
  const { client, uidHash, isInUse, provenAt, personId, claims, wait } = first
  return {
    clientId,
    client,
    states: [...found(codeModel, first.code), ...found("Grant", first.grant)],
    session: sessionOf(uidHash, first.session, { isInUse, provenAt }),
    secretWaitS: wait === null ? null : Math.max(1, Math.ceil(wait)),
    ...(personId === null ? {} : { claims: { personId, known: claims as KnownClaims } }),
  }
}

export function stateIn(ahead: ReadAhead | null, model: string, idHash: Buffer): StateRow | null {
  const state = ahead?.states.find((each) => each.model === model && each.idHash.equals(idHash))
  return state?.row ?? null
}

export function sessionIn(ahead: ReadAhead | null, hash: Buffer): SessionRow | null {
  return ahead?.session?.hash.equals(hash) ? ahead.session.row : null
}
