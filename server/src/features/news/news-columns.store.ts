import { newsAdminLimits, type WrittenColumn } from "@uc/contract/news/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { news, newsColumn } from "../../db/schema/news.ts"
import { columnObstacle, orderOf, type PlacedColumn } from "./column-positions.ts"

const columns = {
  id: newsColumn.id,
  parentId: newsColumn.parentId,
  category: newsColumn.category,
  name: newsColumn.name,
  sortNo: newsColumn.sortNo,
  sharedPath: newsColumn.sharedPath,
  isPublic: newsColumn.isPublic,
  version: newsColumn.version,
}

export type OwnColumn = Pick<typeof newsColumn.$inferSelect, keyof typeof columns>

export function ownColumns(db: Db, org: Id): Promise<OwnColumn[]> {
  return db
    .select(columns)
    .from(newsColumn)
    .where(eq(newsColumn.orgId, org))
    .orderBy(asc(newsColumn.sortNo), asc(newsColumn.id))
}

/** The tree is locked for a change: two moves at the same time could make a cycle. */
async function ownTree(db: Db, org: Id): Promise<OwnColumn[]> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`news-columns:${org}`}, 11))`)
  return ownColumns(db, org)
}

export async function writtenColumns(db: Db, org: Id): Promise<WrittenColumn[]> {
  const own = await ownColumns(db, org)
  const { rows } = await db.execute<{ id: Id; news: number }>(sql`
    select c.id::text as id, counted.news from ${newsColumn} c cross join lateral (
      select count(*)::int as news from (
        select 1 from ${news} where ${news.columnId} = c.id limit ${newsAdminLimits.counted}
      ) found
    ) counted where c.org_id = ${org}`)
  const counts = new Map(rows.map((row) => [row.id, row.news]))
  return orderOf(own).map(({ sortNo: _sortNo, sharedPath, ...column }) => ({
    ...column,
    isShared: (sharedPath ?? "") !== "",
    news: counts.get(column.id) ?? 0,
  }))
}

interface WantedColumn {
  readonly name: string
  readonly category: string | undefined
  readonly isPublic: boolean
  /** The area with which it is shared. */
  readonly sharedPath: string | null
}

export type Saved =
  | { readonly at: "saved"; readonly before: OwnColumn | null; readonly after: OwnColumn }
  | { readonly at: "gone" | "changed" | "full" | "taken" | "deep" | "circle" }

export async function addColumn(db: Db, org: Id, parentId: Id | null, wanted: WantedColumn): Promise<Saved> {
  const tree = await ownTree(db, org)
  if (tree.length >= newsAdminLimits.columns) return { at: "full" }
  if (parentId !== null && !tree.some(({ id }) => id === parentId)) return { at: "gone" }
  if (columnObstacle(tree, null, parentId) === "deep") return { at: "deep" }
  const category = wanted.category || null
  if (category !== null && tree.some((each) => each.category === category)) return { at: "taken" }
  const last = Math.max(0, ...siblingsOf(tree, parentId).map(({ sortNo }) => sortNo))
  const { category: _category, ...fields } = wanted
  const [after] = await db
    .insert(newsColumn)
    .values({
      ...fields,
      orgId: org,
      parentId,
      sortNo: last + 10,
      // Columns of one category are one column across organisations, so a new category must be unique.
      category: category ?? sql`'c' || left(replace(gen_random_uuid()::text, '-', ''), 12)`,
    })
    .returning(columns)
  if (!after) throw new Error("A column is not there after it was added")
  return { at: "saved", before: null, after }
}

function siblingsOf<T extends PlacedColumn>(tree: readonly T[], parentId: Id | null): T[] {
  return tree.filter((column) => column.parentId === parentId)
}

function found(tree: readonly OwnColumn[], id: Id, version: number): OwnColumn | "gone" | "changed" {
  const column = tree.find((each) => each.id === id)
  if (!column) return "gone"
  return column.version === version ? column : "changed"
}

export async function changeColumn(
  db: Db,
  org: Id,
  { id, version }: { id: Id; version: number },
  { category, ...wanted }: WantedColumn,
): Promise<Saved> {
  const tree = await ownTree(db, org)
  const before = found(tree, id, version)
  if (typeof before === "string") return { at: before }
  if (category !== undefined && tree.some((each) => each.category === category && each.id !== id))
    return { at: "taken" }
  const [after] = await db
    .update(newsColumn)
    .set({ ...wanted, ...(category !== undefined && { category }), version: version + 1 })
    .where(and(eq(newsColumn.orgId, org), eq(newsColumn.id, id)))
    .returning(columns)
  return after ? { at: "saved", before, after } : { at: "gone" }
}

export async function moveColumn(
  db: Db,
  org: Id,
  { id, version, parentId, place }: { id: Id; version: number; parentId: Id | null; place: number },
): Promise<Saved> {
  const tree = await ownTree(db, org)
  const before = found(tree, id, version)
  if (typeof before === "string") return { at: before }
  if (parentId !== null && !tree.some((each) => each.id === parentId)) return { at: "gone" }
  const obstacle = columnObstacle(tree, id, parentId)
  if (obstacle !== null) return { at: obstacle }
  const siblings = siblingsOf(tree, parentId).filter((each) => each.id !== id)
  const order = siblings.map((each) => each.id).toSpliced(place, 0, id)
  await db.execute(sql`
    update ${newsColumn} c set sort_no = wanted.no * 10
      from unnest(${sql.param(order)}::bigint[]) with ordinality wanted (id, no)
     where c.id = wanted.id and c.org_id = ${org}`)
  const [after] = await db
    .update(newsColumn)
    .set({ parentId, version: version + 1 })
    .where(and(eq(newsColumn.orgId, org), eq(newsColumn.id, id)))
    .returning(columns)
  return after ? { at: "saved", before, after } : { at: "gone" }
}

export async function removeColumn(
  db: Db,
  org: Id,
  { id, version }: { id: Id; version: number },
): Promise<OwnColumn | "gone" | "changed" | "news" | "children"> {
  const tree = await ownTree(db, org)
  const before = found(tree, id, version)
  if (typeof before === "string") return before
  if (siblingsOf(tree, id).length > 0) return "children"
  // Locked against news that are added meanwhile: their foreign key waits for this.
  await db.select({ id: newsColumn.id }).from(newsColumn).where(eq(newsColumn.id, id)).for("update")
  const [inIt] = await db.select({ id: news.id }).from(news).where(eq(news.columnId, id)).limit(1)
  if (inIt) return "news"
  await db.delete(newsColumn).where(and(eq(newsColumn.orgId, org), eq(newsColumn.id, id)))
  return before
}
