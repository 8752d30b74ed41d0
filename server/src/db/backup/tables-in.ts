import type pg from "pg"
import type { PartShape, TableShape } from "./site-source.ts"
import { BackupRefusal } from "./backup-refusal.ts"

interface Found extends TableShape {
  readonly kind: string
}

const ownTables = `
  select c.relname as name, c.relkind as kind, c.relkind = 'p' as "isPartitioned",
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm') and not c.relispartition
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

const unknownKinds: Readonly<Record<string, string>> = {
  f: "a foreign table",
  m: "a materialised view",
}

/**
 * The tables of the schema `public` but for those of extensions; one with parts (OPS-6) is one table with all its rows. What a backup would leave out is
 * refused by name.
 */
export async function tablesIn(client: pg.Client): Promise<readonly TableShape[]> {
  const { rows } = await client.query<Found>(ownTables)
  return rows.map(({ name, kind, columns, isPartitioned }) => {
    const what = unknownKinds[kind]
    if (what !== undefined)
      throw new BackupRefusal(
        `public.${name} is ${what}, which a backup can't hold. Move it to another schema, or leave it out of this database.`,
      )
    return { name, columns, ...(isPartitioned ? { isPartitioned } : {}) }
  })
}

/** OPS-6: by table in the order of their months. A site from before they existed has none. */
export async function partsIn(client: pg.Client): Promise<readonly PartShape[]> {
  const { rows: known } = await client.query<{ isThere: boolean }>(
    `select to_regprocedure('public.month_parts()') is not null as "isThere"`,
  )
  if (!known[0]?.isThere) return []
  const { rows } = await client.query<PartShape>(
    `select parent as table, part as name, from_month::text as "fromMonth", until_month::text as "untilMonth" from month_parts()`,
  )
  return rows
}
