import type { Id } from "@uc/contract/core/wire"
import type { TreeUse } from "@uc/contract/trees/tree-calls"
import { asc, eq, sql } from "drizzle-orm"
import { searchKeys } from "../../db/queries/search-keys.ts"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { moveArea } from "./move-area.ts"
import { sortStep, toldNames, type StoredNode } from "../trees/public.ts"

/** All below a path, with the one that it ends with; null: all. */
export async function storedAreas(db: Db, path: string | null): Promise<StoredNode[]> {
  const rows = await db
    .select({
      id: area.id,
      parentId: area.parentId,
      name: area.name,
      code: sql<string>`${area.id}::text`,
      isDisabled: area.isDisabled,
    })
    .from(area)
    .where(path === null ? undefined : sql`${area.path} ^@ ${path}`)
    .orderBy(asc(area.level), asc(area.sortNo), asc(area.id))
  return rows.map((row) => ({ ...row, kind: "area", note: "" }))
}

export async function isAreaTaken(db: Db, code: string): Promise<boolean> {
  return (await db.$count(area, eq(area.id, code))) > 0
}

interface NewArea {
  readonly parentId: Id | null
  readonly name: string
  readonly code: string
  readonly sortNo: number
}

/** Null: the code is taken. */
export async function addArea(db: Db, { parentId, name, code, sortNo }: NewArea): Promise<Id | null> {
  const { pinyin, initials } = searchKeys(name)
  const { rows } = await db.execute<{ id: Id }>(sql`
    insert into area (id, parent_id, name, path, level, data_type, sort_no, pinyin, initials)
    select ${code}, ${parentId}::bigint, ${name}, coalesce(above.path, '') || ${code} || '/', coalesce(above.level + 1, 0),
      (coalesce(above.level + 1, 0) + 1)::text,
      ${sortNo}, ${pinyin}, ${initials}
    from (select 1) one left join area above on above.id = ${parentId}::bigint
    on conflict (id) do nothing returning id::text as id`)
  return rows[0]?.id ?? null
}

export async function changeArea(db: Db, id: Id, name: string): Promise<void> {
  await db
    .update(area)
    .set({ name, ...searchKeys(name) })
    .where(eq(area.id, id))
}

/** All children of this parent in this order. What comes from elsewhere has no organisation in it or below it but the platform's own. */
export async function placeAreas(
  db: Db,
  moved: StoredNode,
  parentId: Id | null,
  order: readonly Id[],
): Promise<void> {
  if (moved.parentId !== parentId) await moveArea(db, moved.id, parentId)
  await db.execute(sql`
    update area set sort_no = placed.no * ${sortStep}::int
    from unnest(${sql.param([...order])}::bigint[]) with ordinality as placed (id, no)
    where area.id = placed.id`)
}

export async function setAreaDisabled(db: Db, id: Id, isDisabled: boolean): Promise<void> {
  await db.update(area).set({ isDisabled }).where(eq(area.id, id))
}

export async function removeArea(db: Db, id: Id): Promise<void> {
  await db.delete(area).where(eq(area.id, id))
}

interface Which {
  readonly isWithBelow?: boolean
  /** The platform's own organisation stands in an area as well, but nobody administers it by that area. */
  readonly isPlatformToo?: boolean
}

/** The organisations that stand in it, those out of use too: their data still says where they were. */
export async function organisationsInArea(
  db: Db,
  id: Id,
  { isWithBelow = false, isPlatformToo = true }: Which = {},
): Promise<TreeUse[]> {
  const isMeant = isWithBelow
    ? sql`area_path ^@ (select path from area where id = ${id})`
    : sql`area_id = ${id}`
  const { rows } = await db.execute<{ names: string[] | null; count: number }>(sql`
    select (array_agg(name order by sort_no, id))[1:${toldNames}::int] as names, count(*)::int as count
    from organisation where ${isMeant} and (${isPlatformToo} or kind <> 'platform')`)
  const [found] = rows
  return found?.names ? [{ what: "单位", names: found.names, count: found.count }] : []
}
