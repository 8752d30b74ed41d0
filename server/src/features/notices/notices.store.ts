import type { Notice, NoticeDetail } from "@uc/contract/notices/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, count, desc, eq, isNotNull, not, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { notice, noticeRead } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { rowsBefore, sortedOrder, sortedPlace } from "../../db/queries/sorted.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { isFor, isWaiting, type Reader } from "./who-is-meant.ts"

/**
 * Has this person read it? Conditions are written out: drizzle omits the table of a column in a select from one table,
 * and inside the sub-select `id` would be another one's.
 */
export function isReadBy(reader: Reader): SQL<boolean> {
  return sql<boolean>`(${isAuthor(reader)} or exists (select from ${noticeRead} where ${isTheirs(reader)}))`
}

function isConfirmedBy(reader: Reader): SQL<boolean> {
  return sql<boolean>`(${isAuthor(reader)} or exists (select from ${noticeRead} where ${and(isTheirs(reader), isNotNull(noticeRead.confirmedAt))}))`
}

/** Who wrote it knows what it says. */
function isAuthor({ id }: Reader): SQL {
  return sql`notice.author_id is not distinct from ${id}::bigint`
}

function isTheirs({ id }: Reader): SQL | undefined {
  return and(eq(noticeRead.noticeId, notice.id), eq(noticeRead.personId, id))
}

/** By key and unrestricted: a school reads its bureau's notices without reaching the bureau. */
async function namesOf(systemDb: Db, orgs: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  if (orgs.length === 0) return new Map()
  const rows = await systemDb
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(sql`${organisation.id} = any (${sql.param([...new Set(orgs)])}::bigint[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface Handles {
  /** The viewer's own transaction. */
  readonly db: Db
  /** Unrestricted, for names. */
  readonly systemDb: Db
}

function columnsFor(reader: Reader) {
  return {
    id: notice.id,
    orgId: notice.orgId,
    title: notice.title,
    category: notice.category,
    publishedMs: sql<string>`(extract(epoch from ${notice.publishedAt}) * 1000)::bigint::text`,
    createtime: asMoment(notice.publishedAt),
    isPinned: notice.isPinned,
    isRead: isReadBy(reader),
    wantsReceipt: notice.wantsReceipt,
    isConfirmed: isConfirmedBy(reader),
  }
}
type Flag = "isPinned" | "isRead" | "wantsReceipt" | "isConfirmed"
type Found = { [Key in Exclude<keyof ReturnType<typeof columnsFor>, Flag>]: string } & {
  readonly [Key in Flag]: boolean
}

export interface ShownNotice extends Notice {
  /** Where it stands in the order, as a cursor. */
  readonly at: string
}

async function named(systemDb: Db, found: readonly Found[]): Promise<ShownNotice[]> {
  const names = await namesOf(
    systemDb,
    found.map(({ orgId }) => orgId),
  )
  return found.map(({ orgId, publishedMs, ...row }) => ({
    ...row,
    orgname: names.get(orgId) ?? "",
    at: `${row.isPinned ? 1 : 0}-${publishedMs}-${row.id}`,
  }))
}

export interface NoticeFilters {
  readonly isUnread: boolean
  readonly isUnconfirmed: boolean
  readonly isWaiting: boolean
  readonly isPinned: boolean
  readonly category: string | undefined
  readonly title: string
  /** Undefined: pinned ones first, then the newest. */
  readonly sort?: SortBy<keyof typeof sortable> | undefined
}

const sortable = { title: notice.title, category: notice.category, createtime: notice.publishedAt }

export interface NoticeFilter extends NoticeFilters {
  readonly start: number
  readonly limit: number
  readonly before: string | undefined
}

export interface FoundNotices {
  readonly total: number
  readonly items: ShownNotice[]
  readonly older: string | null
}

export async function noticesFor(
  { db, systemDb }: Handles,
  reader: Reader,
  asked: NoticeFilter,
): Promise<FoundNotices> {
  const where = and(
    isFor(reader),
    asked.isUnread ? not(isReadBy(reader)) : undefined,
    asked.isUnconfirmed ? and(eq(notice.wantsReceipt, true), not(isConfirmedBy(reader))) : undefined,
    asked.isWaiting ? isWaiting(reader) : undefined,
    asked.isPinned ? eq(notice.isPinned, true) : undefined,
    asked.category === undefined ? undefined : eq(notice.category, asked.category),
    asked.title === "" ? undefined : sql`strpos(lower(${notice.title}), lower(${asked.title})) > 0`,
  )
  // A place of the sorted list has the shape of its cursors, with none of the pinned ones before it.
  const start =
    asked.sort === undefined || asked.before === undefined
      ? asked.start
      : rowsBefore(asked.before.slice("0-".length))
  const rows = await db
    .select(columnsFor(reader))
    .from(notice)
    .where(and(where, asked.sort === undefined ? isAfter(asked.before) : undefined))
    .orderBy(
      ...(asked.sort === undefined
        ? [desc(notice.isPinned), desc(notice.publishedAt), desc(notice.id)]
        : [sortedOrder(asked.sort, sortable, notice.id)]),
    )
    .offset(start)
    .limit(asked.limit + 1)
  const items = await named(systemDb, rows.slice(0, asked.limit))
  const [counted] = await db.select({ total: count() }).from(notice).where(where)
  const last = rows.length > asked.limit ? items.at(-1) : undefined
  const next = asked.sort === undefined ? last?.at : `0-${sortedPlace(start + asked.limit)}`
  return { total: counted?.total ?? 0, items, older: last && next !== undefined ? next : null }
}

function isAfter(cursor: string | undefined): SQL | undefined {
  const [pinned, ms, id] = cursor?.split("-") ?? []
  if (ms === undefined || id === undefined) return undefined
  const at = new Date(Number(ms)).toISOString()
  return sql`(${notice.isPinned}, ${notice.publishedAt}, ${notice.id}) < (${pinned === "1"}::boolean, ${at}::timestamptz, ${id}::bigint)`
}

/** `mine`: by `isFor`. */
export async function newestFor(
  { db, systemDb }: Handles,
  reader: Reader,
  mine: SQL | undefined,
  limit: number,
): Promise<ShownNotice[]> {
  const rows = await db
    .select(columnsFor(reader))
    .from(notice)
    .where(mine)
    .orderBy(desc(notice.publishedAt), desc(notice.id))
    .limit(limit)
  return named(systemDb, rows)
}

export async function noticeFor(
  { db, systemDb }: Handles,
  reader: Reader,
  id: Id,
): Promise<Omit<NoticeDetail, "attachments"> | null> {
  const [row] = await db
    .select({ ...columnsFor(reader), body: notice.body, author: person.name })
    .from(notice)
    // An author whom the reader does not reach is not named to them.
    .leftJoin(person, eq(person.id, notice.authorId))
    .where(and(eq(notice.id, id), isFor(reader)))
  if (!row) return null
  const { body, author, ...found } = row
  const [shown] = await named(systemDb, [found])
  return shown ? { ...shown, body, author } : null
}

/** Notices that are not for the reader are skipped. Undefined: all that are. */
export async function markRead(db: Db, reader: Reader, ids: readonly Id[] | undefined): Promise<void> {
  const meant = ids === undefined ? undefined : sql`${notice.id} = any (${sql.param([...ids])}::bigint[])`
  const where = and(isFor(reader), not(isReadBy(reader)), meant)
  await db.execute(sql`
    insert into ${noticeRead} (org_id, notice_id, person_id)
    select ${reader.orgId}::bigint, ${notice.id}, ${reader.id}::bigint from ${notice} where ${where}
    on conflict (notice_id, person_id) do nothing`)
}

/** DAY-11: read as well, where it was not. The moment of the first time stays. */
export async function confirmNotice(db: Db, reader: Reader, id: Id): Promise<void> {
  await db.execute(sql`
    insert into ${noticeRead} as r (org_id, notice_id, person_id, confirmed_at)
    values (${reader.orgId}, ${id}, ${reader.id}, now())
    on conflict (notice_id, person_id) do update set confirmed_at = coalesce(r.confirmed_at, now())`)
}
