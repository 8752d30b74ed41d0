import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { scratchDatabase } from "../testing/scratch-database.ts"

/**
 * An index whose first columns are the key's, in any order. A partial index without the rows whose key is NULL serves as
 * well: a search for a value finds none of those.
 */
const missing = `
  select format('%s (%s)', k.conrelid::regclass, string_agg(a.attname, ', ' order by at)) as key
  from pg_constraint k
  cross join unnest(k.conkey) with ordinality as part (attnum, at)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = part.attnum
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
    select from pg_index i
    where i.indrelid = k.conrelid and i.indisvalid
      and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
        select format('(%I IS NOT NULL)', attname) from pg_attribute
        where attrelid = k.conrelid and attnum = any (k.conkey)
      ))
  )
  group by k.oid, k.conrelid order by 1`

async function connected(): Promise<pg.Client> {
  const scratch = await scratchDatabase()
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await scratch.drop()
  })
  return client
}

test("[BARE-17] every foreign key has an index that begins with its columns", async () => {
  const { rows } = await (await connected()).query<{ key: string }>(missing)
  expect(rows.map(({ key }) => key)).toEqual([])
})
