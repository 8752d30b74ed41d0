import type { AuditEntry, SignInEntry, SignInResult } from "@uc/contract/logs/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, gte, inArray, lte, sql, type Column, type SQL, type SQLWrapper } from "drizzle-orm"
import { browserName } from "../../security/browser-name.ts"
import type { Db } from "../../db/open.ts"
import { auditLog, loginLog } from "../../db/schema/logs.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { isHeldFor } from "../../session/rights/narrowed.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { mustBeSortable, sortedOrder } from "../../db/queries/sorted.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"

interface Page {
  readonly start: number
  readonly limit: number
}

/** The entry after which a page begins. */
interface LogCursor {
  readonly at: Date
  readonly id: Id
}

/** In an order that somebody has chosen: how many entries stand before it. */
export type LogPlace = LogCursor | number

interface Walk {
  readonly from: LogPlace | undefined
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

function isBeyond({ at, id }: { at: Column; id: Column }, from: LogPlace | undefined): SQL | undefined {
  return typeof from === "object"
    ? sql`(${at}, ${id}) < (${from.at.toISOString()}::timestamptz, ${from.id}::bigint)`
    : undefined
}

/** One more than a page was read, so that it is known whether there is another. */
function walked<Row extends { place: Date; id: Id }>(
  rows: readonly Row[],
  { from, limit }: Walk,
  isSorted: boolean,
): { items: Row[]; next: LogPlace | null } {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  if (!last) return { items, next: null }
  return { items, next: isSorted ? startOf(from) + limit : { at: last.place, id: last.id } }
}

const startOf = (from: LogPlace | undefined) => (typeof from === "number" ? from : 0)

/** The newest first has an index; any other order is for what can be sorted. */
async function mustSort(
  db: Db,
  log: SQLWrapper,
  where: SQL | undefined,
  sort: string | undefined,
): Promise<void> {
  if (sort !== undefined && sort !== "at" && sort !== "-at")
    await mustBeSortable(db, sql`select 1 from ${log} where ${where ?? sql`true`}`)
}

const signInColumns = {
  at: loginLog.at,
  account: loginLog.account,
  name: person.pinyin,
  orgname: organisation.pinyin,
  result: loginLog.result,
  ip: loginLog.ip,
}

export type SignInFilters = Period & {
  account?: string | undefined
  result?: SignInResult | undefined
  sort?: SortBy<keyof typeof signInColumns> | undefined
}

function signInsOf(reader: SignedIn, asked: SignInFilters): SQL | undefined {
  return and(
    isWithin(reader, loginLog, asked),
    beginsWith(loginLog.account, asked.account),
    asked.result === undefined ? undefined : eq(loginLog.result, asked.result),
  )
}

function selectSignIns(db: Db, where: SQL | undefined, { sort = "-at" }: SignInFilters) {
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
    .orderBy(sortedOrder(sort, signInColumns, loginLog.id))
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
  await mustSort(db, loginLog, where, asked.sort)
  const found = await selectSignIns(db, where, asked).offset(asked.start).limit(asked.limit)
  return { total: await db.$count(loginLog, where), items: found.map(signInEntry) }
}

export async function signInsFrom(db: Db, reader: SignedIn, asked: SignInFilters, walk: Walk) {
  const where = and(signInsOf(reader, asked), isBeyond(loginLog, walk.from))
  await mustSort(db, loginLog, where, asked.sort)
  const found = selectSignIns(db, where, asked).offset(startOf(walk.from))
  const { items, next } = walked(await found.limit(walk.limit + 1), walk, asked.sort !== undefined)
  return { items: items.map(signInEntry), next }
}

const auditColumns = {
  at: auditLog.at,
  name: person.pinyin,
  orgname: organisation.pinyin,
  action: auditLog.action,
  result: auditLog.result,
  ip: auditLog.ip,
}

export type AuditFilters = Period & {
  action?: string | undefined
  sort?: SortBy<keyof typeof auditColumns> | undefined
}

function entriesOf(reader: SignedIn, asked: AuditFilters): SQL | undefined {
  return and(isWithin(reader, auditLog, asked), beginsWith(auditLog.action, asked.action))
}

/** Unknown actions are shown as they are: one odd entry must not hide the others. */
function factsIn(key: "before" | "after"): SQL {
  const noted = sql`${auditLog.detail}->${sql.raw(`'${key}'`)}`
  return sql`case when jsonb_typeof(${noted}) = 'object' then ${noted}
    when jsonb_typeof(${noted}) <> 'null' then jsonb_build_object('value', ${noted}) end`
}

function selectEntries(db: Db, where: SQL | undefined, { sort = "-at" }: AuditFilters) {
  return db
    .select({
      id: auditLog.id,
      place: auditLog.at,
      at: asMoment(auditLog.at),
      // SSO-5: what an application did by itself names the application.
      nickname: sql<string | null>`case when ${auditLog.personId} is null
        then '应用“' || (${auditLog.detail}->>'application') || '”' else ${person.name} end`,
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
    .orderBy(sortedOrder(sort, auditColumns, auditLog.id))
    .$dynamic()
}

export async function auditEntries(
  db: Db,
  reader: SignedIn,
  asked: Page & AuditFilters,
): Promise<{ total: number; items: AuditEntry[] }> {
  const where = entriesOf(reader, asked)
  await mustSort(db, auditLog, where, asked.sort)
  const items = await selectEntries(db, where, asked).offset(asked.start).limit(asked.limit)
  return { total: await db.$count(auditLog, where), items }
}

export async function auditEntriesFrom(db: Db, reader: SignedIn, asked: AuditFilters, walk: Walk) {
  const where = and(entriesOf(reader, asked), isBeyond(auditLog, walk.from))
  await mustSort(db, auditLog, where, asked.sort)
  const found = selectEntries(db, where, asked).offset(startOf(walk.from))
  return walked(await found.limit(walk.limit + 1), walk, asked.sort !== undefined)
}
