import type { Notice, NoticeDetail } from "@uc/contract/notices/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, count, desc, eq, inArray, lte, not, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { notice, noticeRead } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

export interface Reader {
  readonly id: Id
  readonly orgId: Id
}

/** `330000/330100/` and all paths above it: an area's notices are found by path, with an index. */
export function pathsAbove(path: string): string[] {
  const codes = path.split("/").filter((code) => code !== "")
  return codes.map((_, at) => `${codes.slice(0, at + 1).join("/")}/`)
}

/**
 * Published, of the reader's own organisation or shared with its area. A bureau reaches more, but its schools' own
 * notices are not for it.
 */
export async function isFor(db: Db, { orgId }: Reader): Promise<SQL | undefined> {
  const [own] = await db
    .select({
      path: organisation.areaPath,
      kind: organisation.kind,
      schoolLevel: organisation.schoolLevel,
      tags: organisation.tags,
    })
    .from(organisation)
    .where(eq(organisation.id, orgId))
  return and(
    lte(notice.publishedAt, sql`now()`),
    or(
      eq(notice.orgId, orgId),
      and(inArray(notice.sharedPath, pathsAbove(own?.path ?? "")), own && isMeantFor(own)),
    ),
  )
}

/** DISTRICT-7: a notice that is shared may be meant only for a kind, a 学段 or a tag. */
function isMeantFor(own: {
  readonly kind: string
  readonly schoolLevel: string | null
  readonly tags: readonly string[]
}): SQL | undefined {
  return and(
    sql`(${notice.forKind} is null or ${notice.forKind} = ${own.kind})`,
    sql`(${notice.forSchoolLevel} is null or ${notice.forSchoolLevel} is not distinct from ${own.schoolLevel})`,
    // A null compared with no tags at all is false, not null.
    sql`(${notice.forTag} is null or ${notice.forTag} = any (${sql.param([...own.tags])}::text[]))`,
  )
}

/**
 * Has this person read it? Conditions are written out: drizzle omits the table of a column in a select from one table,
 * and inside the sub-select `id` would be another one's.
 */
export function isReadBy({ id }: Reader): SQL<boolean> {
  const isTheirs = and(eq(noticeRead.noticeId, notice.id), eq(noticeRead.personId, id))
  return sql<boolean>`exists (select from ${noticeRead} where ${isTheirs})`
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
  }
}
type Found = { [Key in Exclude<keyof ReturnType<typeof columnsFor>, "isPinned" | "isRead">]: string } & {
  readonly isPinned: boolean
  readonly isRead: boolean
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
  readonly isPinned: boolean
  readonly category: string | undefined
  readonly title: string
}

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
    await isFor(db, reader),
    asked.isUnread ? not(isReadBy(reader)) : undefined,
    asked.isPinned ? eq(notice.isPinned, true) : undefined,
    asked.category === undefined ? undefined : eq(notice.category, asked.category),
    asked.title === "" ? undefined : sql`strpos(lower(${notice.title}), lower(${asked.title})) > 0`,
  )
  const rows = await db
    .select(columnsFor(reader))
    .from(notice)
    .where(and(where, isAfter(asked.before)))
    .orderBy(desc(notice.isPinned), desc(notice.publishedAt), desc(notice.id))
    .offset(asked.start)
    .limit(asked.limit + 1)
  const items = await named(systemDb, rows.slice(0, asked.limit))
  const [counted] = await db.select({ total: count() }).from(notice).where(where)
  const last = items.at(-1)
  return {
    total: counted?.total ?? 0,
    items,
    older: rows.length > asked.limit && last ? last.at : null,
  }
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
    .where(and(eq(notice.id, id), await isFor(db, reader)))
  if (!row) return null
  const { body, author, ...found } = row
  const [shown] = await named(systemDb, [found])
  return shown ? { ...shown, body, author } : null
}

/** Notices that are not for the reader are skipped. Undefined: all that are. */
export async function markRead(db: Db, reader: Reader, ids: readonly Id[] | undefined): Promise<void> {
  const meant = ids === undefined ? undefined : sql`${notice.id} = any (${sql.param([...ids])}::bigint[])`
  const where = and(await isFor(db, reader), not(isReadBy(reader)), meant)
  await db.execute(sql`
    insert into ${noticeRead} (org_id, notice_id, person_id)
    select ${reader.orgId}::bigint, ${notice.id}, ${reader.id}::bigint from ${notice} where ${where}
    on conflict (notice_id, person_id) do nothing`)
}
