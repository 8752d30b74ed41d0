import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

/** Puts an area with all below it under another one, or at the top. Its organisations' rows, which repeat its path, go with it. */
export async function moveArea(db: Db, id: Id, parentId: Id | null): Promise<void> {
  const { rows } = await db.execute<{ was: string; is: string }>(sql`
    select own.path as was, coalesce(target.path, '') || own.id || '/' as is
    from area own left join area target on target.id = ${parentId}::bigint where own.id = ${id}`)
  const [path] = rows
  if (!path) return
  await db.execute(sql`
    update area set
      parent_id = case when area.id = ${id} then ${parentId}::bigint else area.parent_id end,
      path = ${path.is} || substr(area.path, length(${path.was}) + 1),
      level = area.level + place.down,
      data_type = (area.level + place.down + 1)::text
    from (
      select coalesce(target.level + 1, 0) - own.level as down
      from area own left join area target on target.id = ${parentId}::bigint where own.id = ${id}
    ) place
    where area.path ^@ ${path.was}`)
  await moveRepeatedPaths(db, path)
}

/** Every table that repeats an area's path, whichever migration has made it; the months of a table go with the table. */
async function moveRepeatedPaths(db: Db, path: { readonly was: string; readonly is: string }): Promise<void> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.relname as "table", a.attname as "column"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname in ('area_path', 'shared_path') and not a.attisdropped
    order by 1, 2`)
  for (const { table, column } of rows) {
    const where = sql.identifier(column)
    await db.execute(sql`update ${sql.identifier(table)}
      set ${where} = ${path.is} || substr(${where}, length(${path.was}) + 1) where ${where} ^@ ${path.was}`)
  }
}
