import { createHash } from "node:crypto"
import type pg from "pg"
import { version } from "../../../package.json"
import { errorReason } from "../../errors/logged-error.ts"
import { migrationLock } from "../migrate.ts"
import { ownConnection } from "../own-connection.ts"
import { assertSeesEverything } from "./assert-sees-everything.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import { copyOut } from "./copy.ts"
import { rowSum } from "./row-sum.ts"
import { copyStatement, prepareSession, quoted, type SiteInfo } from "./site-source.ts"
import type { SequenceState, SiteSource, SiteSums, TableShape, TableSum } from "./site-source.ts"
import { partsIn, tablesIn } from "./tables-in.ts"

export interface Snapshot extends SiteSource {
  close(): Promise<void>
}

/** The site as it is at this moment, read in one transaction while others go on writing. */
export async function openSnapshot(url: string, signal?: AbortSignal): Promise<Snapshot> {
  signal?.throwIfAborted()
  const client = await ownConnection({
    connectionString: url,
    application_name: "user-centre backup",
  }).catch((error: unknown): never => {
    throw new BackupRefusal(`The database can't be reached: ${errorReason(error)}`, { cause: error })
  })
  // Whatever is under way on it fails at once.
  const cut = () => void client.end().catch(() => {})
  signal?.addEventListener("abort", cut)
  const close = async () => {
    signal?.removeEventListener("abort", cut)
    await client.end().catch(() => {})
  }
  try {
    await prepareSession(client)
    const source = await begin(client)
    return { ...source, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function begin(client: pg.Client): Promise<SiteSource> {
  // A migration ends before, or waits until every table is held: schema, rows and the list of migrations belong together.
  await client.query("select pg_advisory_lock_shared($1)", [migrationLock])
  await client.query("begin isolation level repeatable read read only")
  const { rows: site } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.migration') is not null as "isThere"`,
  )
  if (!site[0]?.isThere)
    throw new BackupRefusal("There is no site in this database: it has no table of ours.")
  const tables = await tablesIn(client)
  await client.query(
    `lock table ${tables.map(({ name }) => `public.${quoted(name)}`).join(", ")} in access share mode`,
  )
  await client.query("select pg_advisory_unlock_shared($1)", [migrationLock])
  await assertSeesEverything(client)
  return {
    info: await infoOf(client),
    tables,
    parts: await partsIn(client),
    sequences: await sequencesIn(client),
    blocksOf: (table) => summed(copyOut(client, copyStatement(table, "to stdout")), table),
  }
}

async function infoOf(client: pg.Client): Promise<SiteInfo> {
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    "select name, hash from migration order by name",
  )
  const { rows } = await client.query<{
    postgres: string
    madeAt: Date
    databaseBytes: number
    pepperKid: string | null
  }>(
    `select current_setting('server_version') as postgres, now() as "madeAt",
       pg_database_size(current_database())::float8 as "databaseBytes",
       coalesce((select kid from pepper_mark limit 1), (select pepper_kid from credential limit 1)) as "pepperKid"`,
  )
  const [found] = rows
  if (!found) throw new Error("PostgreSQL did not answer")
  return { ...found, product: version, madeAt: found.madeAt.toISOString(), migrations }
}

/**
 * Sequences are no part of a snapshot: read after it began, each is at or beyond every row that the snapshot has. Read from
 * the sequences themselves: the view pg_sequences does not tell where one that was not used yet begins.
 */
async function sequencesIn(client: pg.Client): Promise<readonly SequenceState[]> {
  const { rows: named } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const each = named.map(
    ({ name }, at) =>
      `select $${at + 1}::text as name, last_value::text as last, is_called as "isCalled" from public.${quoted(name)}`,
  )
  if (each.length === 0) return []
  const { rows } = await client.query<SequenceState>(
    each.join(" union all "),
    named.map(({ name }) => name),
  )
  return rows
}

async function* summed(
  blocks: AsyncGenerator<Buffer, number>,
  { isPartitioned }: TableShape,
): AsyncGenerator<Buffer, TableSum> {
  const hash = createHash("sha256")
  const ofRows = isPartitioned === true ? rowSum() : null
  let isOver = false
  try {
    for (;;) {
      const { done, value } = await blocks.next()
      isOver = done === true
      if (done) return { rows: value, sha256: hash.digest("hex"), ofRows: ofRows?.digest() }
      hash.update(value)
      ofRows?.update(value)
      yield value
    }
  } finally {
    if (!isOver) await blocks.return(0)
  }
}

/** Number of rows and checksum of each table, as the database has it now. */
export async function sumsOf(url: string, signal?: AbortSignal): Promise<SiteSums> {
  const snapshot = await openSnapshot(url, signal)
  try {
    const sums = new Map<string, TableSum>()
    for (const table of snapshot.tables) sums.set(table.name, await sumOf(snapshot, table))
    return sums
  } finally {
    await snapshot.close()
  }
}

async function sumOf(source: SiteSource, table: TableShape): Promise<TableSum> {
  const blocks = source.blocksOf(table)
  for (;;) {
    const { done, value } = await blocks.next()
    if (done) return value
  }
}
