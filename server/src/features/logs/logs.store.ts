import type { AuditEntry, SignInEntry, SignInResult } from "@uc/contract/logs/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, gte, inArray, lte, sql, type Column, type SQL } from "drizzle-orm"
import { browserName } from "../../security/browser-name.ts"
import type { Db } from "../../db/open.ts"
import { auditLog, loginLog } from "../../db/schema/logs.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { isHeldFor } from "../../session/rights/narrowed.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"

interface Page {
  readonly start: number
  readonly limit: number
}

/** The entry after which a page begins. */
export interface LogCursor {
  readonly at: Date
  readonly id: Id
}

interface Walk {
  readonly from: LogCursor | undefined
  readonly limit: number
}

interface Period {
  readonly starttime?: string | undefined
  readonly endtime?: string | undefined
}

/** Entries without an organisation are the platform's: row-level security hides them from all others. */
function isWithin(
  reader: SignedIn,
  { at, orgId, personId }: { at: Column; orgId: Column; personId: Column },
  { starttime, endtime }: Period,
): SQL | undefined {
  const scope = reader.administered
  return and(
    scope.reach === "all" ? undefined : inArray(orgId, [...scope.orgs]),
    isHeldFor(reader, { personId, orgId }),
    starttime === undefined ? undefined : gte(at, momentFrom(starttime)),
    endtime === undefined ? undefined : lte(at, momentFrom(endtime)),
  )
}

/** With row-level security only a leakproof operator such as `^@` may use an index. */
function beginsWith(column: Column, text: string | undefined): SQL | undefined {
  return text === undefined || text === "" ? undefined : sql`${column} ^@ ${text}`
}

function isBeyond({ at, id }: { at: Column; id: Column }, from: LogCursor | undefined): SQL | undefined {
  return from && sql`(${at}, ${id}) < (${from.at.toISOString()}::timestamptz, ${from.id}::bigint)`
}

/** One more than a page was read, so that it is known whether there is another. */
function walked<Row extends { place: Date; id: Id }>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last ? { at: last.place, id: last.id } : null }
}

export type SignInFilters = Period & { account?: string | undefined; result?: SignInResult | undefined }

function signInsOf(reader: SignedIn, asked: SignInFilters): SQL | undefined {
  return and(
    isWithin(reader, loginLog, asked),
    beginsWith(loginLog.account, asked.account),
    asked.result === undefined ? undefined : eq(loginLog.result, asked.result),
  )
}

function selectSignIns(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: loginLog.id,
      place: loginLog.at,
      at: asMoment(loginLog.at),
      account: loginLog.account,
      nickname: person.name,
      orgname: organisation.name,
      variant: loginLog.variant,
      result: sql<SignInResult>`${loginLog.result}`,
      reason: loginLog.reason,
      ip: loginLog.ip,
      userAgent: loginLog.userAgent,
    })
    .from(loginLog)
    .leftJoin(person, eq(person.id, loginLog.personId))
    .leftJoin(organisation, eq(organisation.id, loginLog.orgId))
    .where(where)
    .orderBy(desc(loginLog.at), desc(loginLog.id))
    .$dynamic()
}

function signInEntry({
  userAgent,
  place: _place,
  ...row
}: Awaited<ReturnType<typeof selectSignIns>>[number]): SignInEntry {
  return { ...row, browser: browserName(userAgent ?? "") }
}

export async function signIns(
  db: Db,
  reader: SignedIn,
  asked: Page & SignInFilters,
): Promise<{ total: number; items: SignInEntry[] }> {
  const where = signInsOf(reader, asked)
  const found = await selectSignIns(db, where).offset(asked.start).limit(asked.limit)
  return { total: await db.$count(loginLog, where), items: found.map(signInEntry) }
}

export async function signInsFrom(db: Db, reader: SignedIn, asked: SignInFilters, { from, limit }: Walk) {
  const where = and(signInsOf(reader, asked), isBeyond(loginLog, from))
  const { items, next } = walked(await selectSignIns(db, where).limit(limit + 1), limit)
  return { items: items.map(signInEntry), next }
}

export type AuditFilters = Period & { action?: string | undefined }

function entriesOf(reader: SignedIn, asked: AuditFilters): SQL | undefined {
  return and(isWithin(reader, auditLog, asked), beginsWith(auditLog.action, asked.action))
}

/** Unknown actions are shown as they are: one odd entry must not hide the others. */
function factsIn(key: "before" | "after"): SQL {
  const noted = sql`${auditLog.detail}->${sql.raw(`'${key}'`)}`
  return sql`case when jsonb_typeof(${noted}) = 'object' then ${noted}
    when jsonb_typeof(${noted}) <> 'null' then jsonb_build_object('value', ${noted}) end`
}

function selectEntries(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: auditLog.id,
      place: auditLog.at,
      at: asMoment(auditLog.at),
      nickname: person.name,
      orgname: organisation.name,
      action: auditLog.action,
      mid: auditLog.mid,
      result: auditLog.result,
      ip: auditLog.ip,
      change: sql<AuditEntry["change"]>`case when jsonb_exists(${auditLog.detail}, 'after')
        then jsonb_build_object('before', ${factsIn("before")}, 'after', ${factsIn("after")}) end`,
    })
    .from(auditLog)
    .leftJoin(person, eq(person.id, auditLog.personId))
    .leftJoin(organisation, eq(organisation.id, auditLog.orgId))
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .$dynamic()
}

export async function auditEntries(
  db: Db,
  reader: SignedIn,
  asked: Page & AuditFilters,
): Promise<{ total: number; items: AuditEntry[] }> {
  const where = entriesOf(reader, asked)
  const items = await selectEntries(db, where).offset(asked.start).limit(asked.limit)
  return { total: await db.$count(auditLog, where), items }
}

export async function auditEntriesFrom(db: Db, reader: SignedIn, asked: AuditFilters, { from, limit }: Walk) {
  const where = and(entriesOf(reader, asked), isBeyond(auditLog, from))
  return walked(await selectEntries(db, where).limit(limit + 1), limit)
}
