import { createHash } from "node:crypto"
import type pg from "pg"
import { DatabaseRefusal } from "./start-checks/database-refusal.ts"
import journal from "./migrations/meta/_journal.json"
import { ownConnection } from "./own-connection.ts"
import { assertOwnSession } from "./start-checks/find-pooler.ts"

/** Bundled with the server as text, so that a built server finds them wherever it is put. */
const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
})

/** Any number, the same in every process. */
export const migrationLock = 7_031_415

export const makeMigrationTable =
  "create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())"

/** After the last migration, each time: what later tables need by themselves. */
export const finishMigrations =
  "select enable_row_security(), make_composite_keys_deferrable(), bind_personal_tables()"

/** Brings the database up to date. Safe when several processes start together: one works, the others wait for it. */
export async function migrate(url: string, onApplied: (name: string) => void = () => {}): Promise<void> {
  const client = await ownConnection({ connectionString: url, application_name: "user-centre migrations" })
  try {
    await assertOwnSession(client)
    await client.query("select pg_advisory_lock($1)", [migrationLock])
    await client.query("select set_config('uc.reach', 'all', false)")
    await client.query(makeMigrationTable)
    const { rows } = await client.query<{ name: string; hash: string }>("select name, hash from migration")
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
    assertSameBaseline([...applied.keys()])
    assertNotNewer([...applied.keys()])
    for (const { tag } of journal.entries) if (await apply(client, tag, applied)) onApplied(tag)
    await client.query(finishMigrations)
  } finally {
    // Ends the advisory lock too.
    await client.end()
  }
}

function hashOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex")
}

/** The first migrations of replaced baselines (decision 049): their databases can't be migrated. */
export const earlierBaselines: readonly string[] = ["0000_tables"]

function assertSameBaseline(applied: readonly string[]): void {
  const earlier = applied.find((name) => earlierBaselines.includes(name))
  if (earlier === undefined) return
  throw new DatabaseRefusal(
    `This database is of a version before the schema's baseline and can't be brought up to date: the database begins with ` +
      `${earlier}, the program with ${journal.entries[0]?.tag}. Start with an empty DATA_DIR (or with an empty database in ` +
      "DATABASE_URL), or stay on the version that the database was last served by.",
  )
}

/** This program would misread the changes of a newer one, or overwrite them. */
function assertNotNewer(applied: readonly string[]): void {
  const known = journal.entries.map(({ tag }) => tag)
  const unknown = applied.filter((name) => !known.includes(name)).toSorted()
  if (unknown.length === 0) return
  throw new DatabaseRefusal(
    `This program is older than its database: the program knows the schema up to ${known.at(-1)}, the database has ` +
      `${unknown.at(-1)}. Start the program that the database was last served by, or a newer one; to go back, restore a ` +
      "backup of before the change.",
  )
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** All that this program knows, in their order. */
export function knownMigrations(): readonly Migration[] {
  return journal.entries.map(({ tag }) => migrationNamed(tag))
}

function migrationNamed(name: string): Migration {
  const sql = files[`./migrations/${name}.sql`]
  if (sql === undefined) throw new Error(`The migration ${name} is in the journal, but its file is missing.`)
  return { name, sql, hash: hashOf(sql) }
}

/** False: it had run before. */
async function apply(
  client: pg.Client,
  name: string,
  applied: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { sql, hash } = migrationNamed(name)
  const before = applied.get(name)
  if (before === hash) return false
  if (before !== undefined) {
    throw new Error(`The migration ${name} was changed after it had run here. Add a new one instead.`)
  }
  try {
    // In one transaction: the migration and its record, or neither.
    await client.query("begin")
    await client.query(sql)
    await client.query("insert into migration (name, hash) values ($1, $2)", [name, hash])
    await client.query("commit")
    return true
  } catch (error) {
    await client.query("rollback")
    throw new Error(`The migration ${name} failed.`, { cause: error })
  }
}
