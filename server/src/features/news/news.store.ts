import { newsLimits, type FriendLink, type NewsItem } from "@uc/contract/news/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, or, sql, type Column, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { pathsAbove } from "../../db/queries/paths-above.ts"
import { friendLink, news, newsColumn } from "../../db/schema/news.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import type { SeenColumn } from "./column-tree.ts"

/** Null: a visitor, who sees public news only. */
export type Reader = { readonly orgid: Id; readonly areaPath: string } | null

interface Shown {
  readonly orgId: Column
  readonly sharedPath: Column
  readonly isPublic: Column
}

/**
 * Filtered here in addition to row-level security: a bureau reaches its schools' news as an administrator, but reads
 * only its own and its superiors'.
 */
function isShownTo(reader: Reader, { orgId, sharedPath, isPublic }: Shown): SQL | undefined {
  if (!reader) return eq(isPublic, true)
  return or(eq(orgId, reader.orgid), inArray(sharedPath, pathsAbove(reader.areaPath)))
}

export async function areaPathOf(db: Db, org: Id): Promise<string> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return own?.path ?? ""
}

export function columnsFor(db: Db, reader: Reader): Promise<SeenColumn[]> {
  return db
    .select({
      id: newsColumn.id,
      orgId: newsColumn.orgId,
      parentId: newsColumn.parentId,
      category: newsColumn.category,
      name: newsColumn.name,
      sortNo: newsColumn.sortNo,
      sharedPath: newsColumn.sharedPath,
    })
    .from(newsColumn)
    .where(isShownTo(reader, newsColumn))
}

export interface Publisher {
  readonly id: Id
  readonly name: string
  readonly areaPath: string
}

/** By key and unrestricted: a school reads its bureau's news without reaching the bureau. */
export async function publishers(systemDb: Db, orgs: readonly Id[]): Promise<ReadonlyMap<Id, Publisher>> {
  if (orgs.length === 0) return new Map()
  const rows = await systemDb
    .select({ id: organisation.id, name: organisation.name, areaPath: organisation.areaPath })
    .from(organisation)
    .where(sql`${organisation.id} = any (${sql.param([...new Set(orgs)])}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

export type FoundNews = {
  readonly id: Id
  readonly orgId: Id
  readonly columnId: Id
  readonly title: string
  readonly summary: string
  readonly at: Date
  readonly createtime: string
}

interface Walk {
  readonly reader: Reader
  readonly columnIds: readonly Id[]
  readonly limit: number
  readonly place?: SQL | undefined
  readonly order?: "asc" | "desc"
}

const inUse = sql`${news.publishedAt} <= now()`

/** Each column is read by its own index up to one page, and the results are merged: a page costs the same wherever it begins. */
function walk(what: SQL, { reader, columnIds, limit, place, order = "desc" }: Walk): SQL {
  const towards = sql.raw(order)
  const where = and(sql`${news.columnId} = wanted.id`, inUse, isShownTo(reader, news), place)
  return sql`
    select found.* from unnest(${sql.param([...columnIds])}::bigint[]) wanted (id)
    cross join lateral (
      select ${what} from ${news} where ${where}
      order by ${news.publishedAt} ${towards}, ${news.id} ${towards} limit ${limit}
    ) found`
}

const listed = sql`${news.id}::text as id, ${news.orgId}::text as "orgId", ${news.columnId}::text as "columnId", ${news.title},
  ${news.summary}, ${news.publishedAt} as at, ${asMoment(news.publishedAt)} as createtime, ${news.id} as no`

export async function newsPage(
  db: Db,
  query: Omit<Walk, "place" | "order">,
  { start = 0, before, after }: { start?: number; before?: string | undefined; after?: string | undefined },
): Promise<FoundNews[]> {
  if (query.columnIds.length === 0) return []
  const isBackwards = after !== undefined
  const cursor = after ?? before
  const towards = sql.raw(isBackwards ? "asc" : "desc")
  const place = cursor === undefined ? undefined : isBeyond(isBackwards ? ">" : "<", cursor)
  const walked = walk(listed, {
    ...query,
    limit: start + query.limit,
    place,
    order: isBackwards ? "asc" : "desc",
  })
  const { rows } = await db.execute<FoundNews & { no: string }>(sql`${walked}
    order by found.at ${towards}, found.no ${towards} offset ${start} limit ${query.limit}`)
  const found = rows.map(({ no: _no, ...row }) => ({ ...row, at: new Date(row.at) }))
  return isBackwards ? found.toReversed() : found
}

function isBeyond(side: "<" | ">", cursor: string): SQL {
  const [ms, id] = cursor.split("-")
  return sql`(${news.publishedAt}, ${news.id}) ${sql.raw(side)} (${new Date(Number(ms)).toISOString()}::timestamptz, ${id}::bigint)`
}

/** Counted up to the last row that `start` can lead to. */
export async function countNews(db: Db, query: Omit<Walk, "limit">): Promise<number> {
  if (query.columnIds.length === 0) return 0
  const walked = walk(sql`1 as one`, { ...query, limit: newsLimits.deepest })
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${walked} limit ${newsLimits.deepest}) counted`,
  )
  return rows[0]?.total ?? 0
}

export type NewsWithBody = FoundNews & {
  readonly author: string | null
  readonly body: string
  readonly category: string
  readonly columnname: string
}

export async function newsOfId(db: Db, reader: NonNullable<Reader>, id: Id): Promise<NewsWithBody | null> {
  const [found] = await db
    .select({
      id: news.id,
      orgId: news.orgId,
      columnId: news.columnId,
      title: news.title,
      summary: news.summary,
      at: sql<Date>`${news.publishedAt}`,
      createtime: asMoment(news.publishedAt),
      author: news.author,
      body: news.body,
      category: newsColumn.category,
      columnname: newsColumn.name,
    })
    .from(news)
    .innerJoin(newsColumn, eq(newsColumn.id, news.columnId))
    .where(and(eq(news.id, id), inUse, isShownTo(reader, news), isShownTo(reader, newsColumn)))
  return found ?? null
}

export type OwnedLink = FriendLink & { readonly orgId: Id }

/** The own ones first, then the nearest superior's. */
export function linksFor(db: Db, reader: Reader): Promise<OwnedLink[]> {
  return db
    .select({
      id: friendLink.id,
      orgId: friendLink.orgId,
      name: friendLink.name,
      address: friendLink.address,
    })
    .from(friendLink)
    .where(isShownTo(reader, friendLink))
    .orderBy(
      ...(reader ? [sql`${friendLink.orgId} <> ${reader.orgid}`] : []),
      sql`length(${friendLink.sharedPath}) desc nulls last`,
      asc(friendLink.sortNo),
      asc(friendLink.id),
    )
}

export function itemOf({ id, title, summary, createtime }: FoundNews, category: string): NewsItem {
  return { id, title, summary, category, createtime }
}
