import type pg from "pg"
import { finishMigrations, knownMigrations, makeMigrationTable, migrationLock } from "../migrate.ts"
import { ownConnection } from "../own-connection.ts"
import { assertRestorable } from "./assert-restorable.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import { copyIn } from "./copy.ts"
import { copyStatement, prepareSession, quoted } from "./site-source.ts"
import type { SequenceState, SiteSource, SiteSums, TableShape, TableSum } from "./site-source.ts"
import { partsIn, tablesIn } from "./tables-in.ts"

interface Options {
  readonly url: string
  /** What the database is called in a refusal. */
  readonly place: string
  readonly signal?: AbortSignal | undefined
  /** After the last row, before anything of it is visible. */
  readonly beforeCommit?: () => Promise<void>
}

/**
 * Brings a site into an empty database, in one transaction: killed at any moment it leaves the database as empty as it was.
 * The schema is made by the migrations that the site had. A plain role may neither copy into tables with row-level security
 * nor silence foreign keys, so security comes last, and keys and indexes are dropped before the rows and made again after
 * them: each key is then proven for all rows, and an index is built at once instead of row by row.
 */
export async function loadSite(source: SiteSource, options: Options): Promise<SiteSums> {
  const { url, place, signal, beforeCommit } = options
  assertRestorable(source.info)
  signal?.throwIfAborted()
  const client = await ownConnection({ connectionString: url, application_name: "user-centre restore" })
  const cut = () => void client.end().catch(() => {})
  signal?.addEventListener("abort", cut)
  try {
    await prepareSession(client)
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock])
    await assertEmpty(client, place)
    await makeSchema(client, source)
    await makeParts(client, source)
    const sums = await load(client, source)
    await client.query(finishMigrations)
    await beforeCommit?.()
    await client.query("commit")
    // Without statistics the first queries would take the wrong plans for minutes.
    await client.query("analyze")
    return sums
  } finally {
    signal?.removeEventListener("abort", cut)
    // Rolls back what was not committed.
    await client.end().catch(() => {})
  }
}

/** Into tables that have rows already a restore could only mix two sites. */
async function assertEmpty(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm', 'v', 'S')
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  )
  const tables = rows[0]?.tables ?? 0
  if (tables > 0)
    throw new BackupRefusal(
      `${place} is not empty, and a restore never overwrites anything. Take an empty database (DATABASE_URL) or a new ` +
        "folder (DATA_DIR).",
    )
}

async function makeSchema(client: pg.Client, { info, tables }: SiteSource): Promise<void> {
  const had = new Set(info.migrations.map(({ name }) => name))
  await client.query(makeMigrationTable)
  for (const { name, sql } of knownMigrations()) {
    if (!had.has(name)) continue
    await client.query(sql).catch((error: unknown): never => {
      throw new Error(`The migration ${name} failed.`, { cause: error })
    })
  }
  const made = await tablesIn(client)
  const list = (shapes: readonly TableShape[]) =>
    new Map(shapes.map(({ name, columns }) => [name, columns.toSorted().join(", ")]))
  const [theirs, ours] = [list(tables), list(made)]
  const different = [...new Set([...theirs.keys(), ...ours.keys()])].filter(
    (name) => theirs.get(name) !== ours.get(name),
  )
  if (different.length > 0)
    throw new BackupRefusal(
      `These tables are not as this product makes them: ${different.join(", ")}. What is not the product's own belongs into ` +
        "another schema than public.",
    )
}

/** As the site has them: a month that was made or archived there is made or archived here too. */
async function makeParts(client: pg.Client, { parts }: SiteSource): Promise<void> {
  const made = await partsIn(client)
  for (const { table, name } of made) {
    await client.query(`alter table public.${quoted(table)} detach partition public.${quoted(name)}`)
    if (!parts.some((part) => part.name === name)) await client.query(`drop table public.${quoted(name)}`)
  }
  for (const { table, name, fromMonth, untilMonth } of parts) {
    if (!made.some((part) => part.name === name))
      await client.query("select make_part($1, $2)", [table, name])
    await client.query("select attach_part($1, $2, $3, $4)", [table, name, fromMonth, untilMonth])
  }
}

async function load(client: pg.Client, source: SiteSource): Promise<SiteSums> {
  const tables = source.tables.map(({ name }) => `public.${quoted(name)}`)
  const security = await takeDownSecurity(client)
  const { rows: named } = await client.query<PartIndex>(partIndexes)
  const keys = await takeDown(client, foreignKeys)
  const indexes = await takeDown(client, plainIndexes)
  await client.query(tables.map((table) => `alter table ${table} disable trigger user`).join(";"))
  // Rows that a migration brings, which the site has as they are by now.
  await client.query(tables.map((table) => `delete from ${table}`).join(";"))
  const sums = new Map<string, TableSum>()
  for (const table of source.tables) sums.set(table.name, await loadTable(client, source, table))
  await setSequences(client, source.sequences)
  for (const statements of [indexes, keys, security]) await client.query(statements.join(";"))
  await renamePartIndexes(client, named)
  await client.query(tables.map((table) => `alter table ${table} enable trigger user`).join(";"))
  return sums
}

async function loadTable(client: pg.Client, source: SiteSource, table: TableShape): Promise<TableSum> {
  let sum: TableSum | null = null
  const blocks = async function* () {
    sum = yield* source.blocksOf(table)
  }
  const taken = await copyIn(client, copyStatement(table, "from stdin"), blocks())
  const given = sum as TableSum | null
  if (given === null || given.rows !== taken)
    throw new BackupRefusal(
      `Of the table ${table.name} ${taken} rows were restored, and ${given?.rows} were read.`,
    )
  return given
}

/** Each row: how it is dropped, and how it is made again. */
const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by oid`

/** Those that belong to no constraint. What is said of a partitioned table goes for its parts. */
const plainIndexes = `
  select format('drop index %s', i.indexrelid::regclass) as drop,
    replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as make
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = i.indrelid and d.deptype = 'e')
  order by i.indexrelid`

interface PartIndex {
  readonly of: string
  readonly part: string
  readonly name: string
}

const partIndexes = `
  select i.inhparent::regclass::text as of, x.indrelid::regclass::text as part, c.relname as name
  from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid join pg_class c on c.oid = i.inhrelid`

/** An index that is made for all parts at once names those of the parts by itself. */
async function renamePartIndexes(client: pg.Client, before: readonly PartIndex[]): Promise<void> {
  const { rows } = await client.query<PartIndex>(partIndexes)
  const other = rows.flatMap((now) => {
    const was = before.find(({ of, part }) => of === now.of && part === now.part)
    return was === undefined || was.name === now.name ? [] : [{ now: now.name, was: was.name }]
  })
  for (const { now, was } of other)
    await client.query(`alter index public.${quoted(now)} rename to ${quoted(was)}`)
}

/** Gives the statements that make it again. */
async function takeDown(client: pg.Client, found: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(found)
  await client.query(rows.map(({ drop }) => drop).join(";"))
  return rows.map(({ make }) => make)
}

/** A migration may have switched it on already. */
async function takeDownSecurity(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; isForced: boolean }>(
    `select oid::regclass::text as table, relforcerowsecurity as "isForced" from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity`,
  )
  for (const { table } of rows)
    await client.query(`alter table ${table} disable row level security, no force row level security`)
  return rows.map(
    ({ table, isForced }) =>
      `alter table ${table} enable row level security${isForced ? ", force row level security" : ""}`,
  )
}

async function setSequences(client: pg.Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [
      `public.${quoted(name)}`,
      last,
      isCalled,
    ])
}
