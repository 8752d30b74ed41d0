import type { SortBy } from "@uc/contract/core/sorting"
import { newsStates, type NewsDraft, type NewsState, type WrittenNews } from "@uc/contract/news/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { news, newsColumn } from "../../db/schema/news.ts"
import {
  inOrderOf,
  mustBeSortable,
  placeAmong,
  rowsBefore,
  sortedOrder,
  sortedPlace,
} from "../../db/queries/sorted.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

const state = sql<NewsState>`case when ${news.publishedAt} is null then 'draft'
  when ${news.publishedAt} > now() then 'scheduled' else 'published' end`

const listed = {
  id: news.id,
  title: news.title,
  columnId: news.columnId,
  columnname: newsColumn.name,
  author: sql<string>`coalesce(${news.author}, '')`,
  state,
  publishedAt: sql<string | null>`${asMoment(news.publishedAt)}`,
  createdAt: asMoment(news.createdAt),
  isPublic: news.isPublic,
  isShared: sql<boolean>`coalesce(${news.sharedPath}, '') <> ''`,
  version: news.version,
}

function hasState(wanted: NewsState | undefined): SQL | undefined {
  switch (wanted) {
    case undefined:
      return undefined
    case "draft":
      return sql`${news.publishedAt} is null`
    case "scheduled":
      return sql`${news.publishedAt} > now()`
    case "published":
      return sql`${news.publishedAt} <= now()`
  }
}

/** DAY-13: what somebody sorts by; states in the order of the work. */
const sortable = {
  title: news.title,
  column: sql`(select ${newsColumn.name} from ${newsColumn} where ${newsColumn.id} = ${news.columnId})`,
  state: placeAmong(Object.keys(newsStates), state),
  publishedAt: news.publishedAt,
}

export interface Filter {
  readonly state?: NewsState | undefined
  readonly columnId?: Id | undefined
  readonly title?: string | undefined
  readonly limit: number
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly sort?: SortBy<keyof typeof sortable> | undefined
}

interface Page {
  readonly items: WrittenNews[]
  readonly newer: string | null
  readonly older: string | null
}

/** Newest first. One more than a page is read, to know whether there is another. */
export async function ownNews(db: Db, org: Id, asked: Filter): Promise<Page> {
  const { limit, before, after, sort } = asked
  if (sort !== undefined) return sortedNews(db, org, { ...asked, sort })
  const isBackwards = after !== undefined
  const cursor = after ?? before
  const order = isBackwards ? asc : desc
  const keys = await db
    .select({ id: news.id, at: news.createdAt })
    .from(news)
    .where(
      and(isAsked(org, asked), cursor === undefined ? undefined : isBeyond(isBackwards ? ">" : "<", cursor)),
    )
    .orderBy(order(news.createdAt), order(news.id))
    .limit(limit + 1)
  const isMore = keys.length > limit
  const kept = isBackwards ? keys.slice(0, limit).toReversed() : keys.slice(0, limit)
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return { items: [], newer: null, older: null }
  return {
    items: await listedNews(
      db,
      kept.map(({ id }) => id),
    ),
    newer: (isBackwards ? isMore : before !== undefined) ? cursorOf(first) : null,
    older: isBackwards || isMore ? cursorOf(last) : null,
  }
}

function isAsked(org: Id, { state: wanted, columnId, title }: Filter): SQL | undefined {
  const plain = title?.normalize("NFKC").trim().toLowerCase() ?? ""
  return and(
    eq(news.orgId, org),
    hasState(wanted),
    columnId === undefined ? undefined : eq(news.columnId, columnId),
    plain === "" ? undefined : sql`position(${plain} in lower(${news.title})) > 0`,
  )
}

async function listedNews(db: Db, ids: readonly Id[]): Promise<WrittenNews[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(listed)
    .from(news)
    .innerJoin(newsColumn, eq(newsColumn.id, news.columnId))
    .where(sql`${news.id} = any (${sql.param([...ids])}::bigint[])`)
  return inOrderOf(ids, rows, ({ id }) => id)
}

/** Paged by how many rows stand before. */
async function sortedNews(
  db: Db,
  org: Id,
  asked: Filter & { readonly sort: SortBy<keyof typeof sortable> },
): Promise<Page> {
  const { limit, before, after, sort } = asked
  const start = rowsBefore(after ?? before)
  const where = isAsked(org, asked)
  await mustBeSortable(db, sql`select 1 from ${news} where ${where ?? sql`true`}`)
  const keys = await db
    .select({ id: news.id })
    .from(news)
    .where(where)
    .orderBy(sortedOrder(sort, sortable, news.id))
    .offset(start)
    .limit(limit + 1)
  return {
    items: await listedNews(
      db,
      keys.slice(0, limit).map(({ id }) => id),
    ),
    newer: start > 0 ? sortedPlace(Math.max(0, start - limit)) : null,
    older: keys.length > limit ? sortedPlace(start + limit) : null,
  }
}

function cursorOf({ at, id }: { readonly at: Date; readonly id: Id }): string {
  return `${at.getTime()}-${id}`
}

function isBeyond(side: "<" | ">", cursor: string): SQL {
  const [ms, id] = cursor.split("-")
  return sql`(${news.createdAt}, ${news.id}) ${sql.raw(side)} (${new Date(Number(ms)).toISOString()}::timestamptz, ${id}::bigint)`
}

export async function draftOf(db: Db, org: Id, id: Id): Promise<NewsDraft | null> {
  const [found] = await db
    .select({ ...listed, summary: news.summary, body: news.body })
    .from(news)
    .innerJoin(newsColumn, eq(newsColumn.id, news.columnId))
    .where(and(eq(news.orgId, org), eq(news.id, id)))
  return found ?? null
}

interface Versioned {
  readonly id: Id
  readonly version: number
}

/** With its row locked: the second of two sees what the first has written. */
export async function lockDraft(
  db: Db,
  org: Id,
  { id, version }: Versioned,
): Promise<NewsDraft | "gone" | "changed"> {
  const [locked] = await db
    .select({ version: news.version })
    .from(news)
    .where(and(eq(news.orgId, org), eq(news.id, id)))
    .for("update")
  if (!locked) return "gone"
  if (locked.version !== version) return "changed"
  return (await draftOf(db, org, id)) ?? "gone"
}

export interface WantedNews {
  readonly columnId: Id
  readonly title: string
  readonly summary: string
  readonly author: string | null
  /** Cleaned HTML. */
  readonly body: string
  readonly isPublic: boolean
  readonly sharedPath: string | null
}

export async function addDraft(db: Db, org: Id, wanted: WantedNews): Promise<NewsDraft> {
  const [added] = await db
    .insert(news)
    .values({ ...wanted, orgId: org })
    .returning({ id: news.id })
  const draft = added ? await draftOf(db, org, added.id) : null
  if (!draft) throw new Error("A piece of news is not there after it was added")
  return draft
}

/** Of a row that is locked. */
export async function changeDraft(
  db: Db,
  org: Id,
  id: Id,
  changes: Partial<WantedNews> | { readonly publishedAt: SQL | Date | null },
): Promise<NewsDraft> {
  await db
    .update(news)
    .set({ ...changes, version: sql`${news.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(news.orgId, org), eq(news.id, id)))
  const draft = await draftOf(db, org, id)
  if (!draft) throw new Error("A piece of news is gone though it was locked")
  return draft
}

export async function removeDraft(db: Db, org: Id, id: Id): Promise<void> {
  await db.delete(news).where(and(eq(news.orgId, org), eq(news.id, id)))
}
