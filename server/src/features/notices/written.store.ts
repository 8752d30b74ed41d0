import { noticeStates, type NoticeState, type WrittenNotice } from "@uc/contract/notices/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, count, desc, eq, gt, isNull, lt, lte, ne, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { notice, noticeRead } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { placeAmong, rowsBefore, sortedOrder } from "../../db/queries/sorted.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { readCountsOf } from "./readers.store.ts"
import { namedRecipients, type AlreadyNamed, type RecipientFields } from "./recipients.ts"

const isInState: Record<NoticeState, SQL | undefined> = {
  draft: isNull(notice.publishedAt),
  planned: gt(notice.publishedAt, sql`now()`),
  published: lte(notice.publishedAt, sql`now()`),
}

const written = {
  id: notice.id,
  version: notice.version,
  title: notice.title,
  category: notice.category,
  state: sql<NoticeState>`case when ${notice.publishedAt} is null then 'draft'
    when ${notice.publishedAt} > now() then 'planned' else 'published' end`,
  publishedAt: sql<string | null>`${asMoment(notice.publishedAt)}`,
  createdAt: asMoment(notice.createdAt),
  author: person.name,
  isForOwn: notice.isForOwn,
  isShared: sql<boolean>`${notice.sharedPath} is not null and ${notice.isForArea}`,
  forKind: notice.forKind,
  forSchoolLevel: notice.forSchoolLevel,
  forTag: notice.forTag,
  organisations: sql<number>`cardinality(${notice.forOrgs})`,
  departments: sql<number>`cardinality(${notice.forDepartments})`,
  people: sql<number>`cardinality(${notice.forPeople})`,
  isPinned: notice.isPinned,
  wantsReceipt: notice.wantsReceipt,
}
type Row = Omit<WrittenNotice, "recipients" | "read" | "confirmed">

async function withCounts(db: Db, rows: readonly Row[]): Promise<WrittenNotice[]> {
  const found = await readCountsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { people = 0, read = 0, confirmed = 0 } = found.get(row.id) ?? {}
    return { ...row, recipients: people, read, confirmed }
  })
}

export interface WrittenFilter {
  readonly state: NoticeState | undefined
  readonly title: string
  readonly limit: number
  /** Of a sorted list: how many stand before the page. */
  readonly beforeId: Id | undefined
  /** Undefined: the newest first. */
  readonly sort: SortBy<keyof typeof sortable> | undefined
}

const sortable = {
  title: notice.title,
  category: notice.category,
  state: placeAmong(Object.keys(noticeStates), written.state),
  publishedAt: notice.publishedAt,
  createdAt: notice.createdAt,
  read: sql`(select count(*) from ${noticeRead} where ${eq(noticeRead.noticeId, notice.id)})`,
}

export async function writtenNotices(
  db: Db,
  org: Id,
  { state, title, limit, beforeId, sort }: WrittenFilter,
): Promise<{ items: WrittenNotice[]; older: Id | null }> {
  const start = sort === undefined || beforeId === undefined ? 0 : rowsBefore(`${beforeId}-0`)
  const rows = await db
    .select(written)
    .from(notice)
    .leftJoin(person, eq(person.id, notice.authorId))
    .where(
      and(
        eq(notice.orgId, org),
        state && isInState[state],
        title === "" ? undefined : sql`strpos(lower(${notice.title}), lower(${title})) > 0`,
        beforeId === undefined || sort !== undefined ? undefined : lt(notice.id, beforeId),
      ),
    )
    .orderBy(sort === undefined ? desc(notice.id) : sortedOrder(sort, sortable, notice.id))
    .offset(start)
    .limit(limit + 1)
  const items = await withCounts(db, rows.slice(0, limit))
  if (sort !== undefined) return { items, older: rows.length > limit ? `${start + limit}` : null }
  return { items, older: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export async function writtenNotice(db: Db, org: Id, id: Id): Promise<WrittenNotice | null> {
  const rows = await db
    .select(written)
    .from(notice)
    .leftJoin(person, eq(person.id, notice.authorId))
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
  const [found] = await withCounts(db, rows)
  return found ?? null
}

const named = { organisations: notice.forOrgs, departments: notice.forDepartments, people: notice.forPeople }

/** Who is named in it, and who wrote it; null: it is not of this organisation. */
export async function namedBy(
  db: Db,
  org: Id,
  id: Id,
): Promise<(AlreadyNamed & { readonly author: Id | null }) | null> {
  const [row] = await db
    .select({ ...named, author: notice.authorId })
    .from(notice)
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
  return row ?? null
}

/** With its text, and the names of whom it is for. */
export async function writtenDetail(db: Db, org: Id, id: Id) {
  const found = await writtenNotice(db, org, id)
  const already = await namedBy(db, org, id)
  const [text] = await db
    .select({ body: notice.body })
    .from(notice)
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
  return found && already && text ? { ...found, ...text, named: await namedRecipients(db, already) } : null
}

export interface LockedNotice {
  readonly version: number
  readonly state: NoticeState
  readonly named: AlreadyNamed
  /** The whole row, to compare what it says about its recipients with what it will say. */
  readonly row: string
}

/** Until the transaction ends, nobody else changes it. */
export async function lockNotice(db: Db, org: Id, id: Id): Promise<LockedNotice | null> {
  const [row] = await db
    .select({
      version: notice.version,
      state: written.state,
      ...named,
      row: sql<string>`to_jsonb(${notice})::text`,
    })
    .from(notice)
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
    .for("update")
  if (!row) return null
  const { version, state, row: whole, ...already } = row
  return { version, state, row: whole, named: already }
}

export interface NoticeFields extends RecipientFields {
  readonly title: string
  readonly category: string
  readonly body: string
  readonly wantsReceipt: boolean
  readonly isPinned: boolean
  /** `now`: by the database's clock. Null: a draft. */
  readonly publishedAt: "now" | "kept" | Date | null
}

/** The column has milliseconds and would round up, into the future: it would count as planned and not ring. */
const thisMoment = sql`date_trunc('milliseconds', now())`

function valuesOf({ publishedAt, ...fields }: NoticeFields) {
  if (publishedAt === "kept") return fields
  return {
    ...fields,
    publishedAt: publishedAt === "now" ? thisMoment : publishedAt,
    toldAt: publishedAt === "now" ? sql`now()` : null,
  }
}

export async function addNotice(db: Db, org: Id, author: Id, fields: NoticeFields): Promise<Id> {
  const [row] = await db
    .insert(notice)
    .values({ orgId: org, authorId: author, ...valuesOf(fields) })
    .returning({ id: notice.id })
  if (!row) throw new Error("A notice is not there after it was written")
  return row.id
}

export async function changeNotice(db: Db, id: Id, fields: NoticeFields): Promise<void> {
  await db
    .update(notice)
    .set({ ...valuesOf(fields), version: sql`${notice.version} + 1` })
    .where(eq(notice.id, id))
}

export async function withdrawNotice(db: Db, id: Id): Promise<void> {
  await db
    .update(notice)
    .set({ publishedAt: null, toldAt: null, isPinned: false, version: sql`${notice.version} + 1` })
    .where(eq(notice.id, id))
}

export async function removeNotice(db: Db, id: Id): Promise<void> {
  await db.delete(notice).where(eq(notice.id, id))
}

/** Without this one. The organisation is locked, so that two pins at the same time are both counted. */
export async function otherPinned(db: Db, org: Id, besides: Id | undefined): Promise<number> {
  await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
  const [counted] = await db
    .select({ n: count() })
    .from(notice)
    .where(
      and(
        eq(notice.orgId, org),
        eq(notice.isPinned, true),
        besides === undefined ? undefined : ne(notice.id, besides),
      ),
    )
  return counted?.n ?? 0
}
