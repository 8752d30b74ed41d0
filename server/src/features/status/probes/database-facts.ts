import type { DatabaseFacts } from "../checks/database-checks.ts"
import type { MigrationFacts } from "../checks/migrations-check.ts"
import { codeOf } from "./code-of.ts"
import { earlierBaselines, knownMigrations } from "../../../db/migrate.ts"

/** Runs one statement and gives its rows. Each is a transaction of its own: one that fails spoils no other. */
export type Query = <Row extends object>(text: string) => Promise<readonly Row[]>

/** The code of PostgreSQL for a value that it does not take. */
const unknownZone = "22023"
const durable = ["fsync", "full_page_writes", "synchronous_commit"] as const

/** Only rows and views that an ordinary role may read; of other roles' sessions and standbys it sees that they are there. */
const factsOf = `select
  extract(epoch from clock_timestamp()) * 1000 as "clockMs",
  current_setting('server_version') as version,
  current_setting('server_version_num')::int as "versionNumber",
  current_user as role,
  (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "isUnbound",
  array_remove(array[${durable.map((name) => `case when current_setting('${name}') = 'off' then '${name}' end`).join(", ")}], null) as unsafe,
  pg_encoding_to_char((select encoding from pg_database where datname = current_database())) as encoding,
  current_setting('TimeZone') as zone,
  pg_is_in_recovery() as "isStandby",
  (select count(*)::int from pg_stat_replication) as standbys,
  current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local') as "isSynchronous",
  (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as "lagS",
  (select count(*)::int from pg_stat_replication where state is null) as hidden,
  pg_database_size(current_database())::float8 as "sizeBytes",
  (select sum(numbackends)::int from pg_stat_database) as connections,
  current_setting('max_connections')::int as "maxConnections"`

interface FactsRow extends Omit<DatabaseFacts, "answeredInMs" | "clockAheadMs" | "knowsShanghai"> {
  readonly clockMs: string
  readonly hidden: number
}

interface Clock {
  /** The time of day. */
  readonly dateMs: () => number
}

export async function databaseFacts(query: Query, { dateMs }: Clock): Promise<DatabaseFacts> {
  // A first connection takes its time, which would count as a difference of the clocks.
  await query("select 1 as one")
  const beganMs = dateMs()
  const [row] = await query<FactsRow>(factsOf)
  const endedMs = dateMs()
  if (!row) throw new Error("The database has answered nothing")
  const { clockMs, hidden, ...facts } = row
  return {
    ...facts,
    // A standby that has replayed all there is has no lag.
    lagS: facts.standbys === 0 || hidden > 0 ? null : (facts.lagS ?? 0),
    answeredInMs: endedMs - beganMs,
    clockAheadMs: aheadMs(Number(clockMs), beganMs, endedMs),
    knowsShanghai: await query("select now() at time zone 'Asia/Shanghai' as local").then(
      () => true,
      (error: unknown) => codeOf(error) !== unknownZone,
    ),
  }
}

/** Within the time that the query took nothing can be said. */
function aheadMs(clockMs: number, beganMs: number, endedMs: number): number {
  if (clockMs < beganMs) return clockMs - beganMs
  return clockMs > endedMs ? clockMs - endedMs : 0
}

export async function migrationFacts(query: Query): Promise<MigrationFacts> {
  const known = { known: knownMigrations(), earlierBaselines }
  const [table] = await query<{ exists: boolean }>(`select to_regclass('migration') is not null as exists`)
  if (!table?.exists) return { ...known, applied: null }
  return { ...known, applied: await query("select name, hash from migration") }
}

/** As `assertSamePepper` asks it, without storing anything; null: this database has seen no pepper. */
export async function fitsPepper(query: Query, kid: string): Promise<boolean | null> {
  const [table] = await query<{ exists: boolean }>(`select to_regclass('pepper_mark') is not null as exists`)
  if (!table?.exists) return null
  const [mark] = await query<{ kid: string }>("select kid from pepper_mark")
  // As the start has it: before there is anybody another pepper may still be set.
  if (mark) return mark.kid === kid || ((await hasNobody(query)) ? null : false)
  // A database from before the pepper's name was stored.
  const kids = await query<{ kid: string }>("select distinct pepper_kid as kid from credential limit 10")
  return kids.length === 0 ? null : kids.some((used) => used.kid === kid)
}

async function hasNobody(query: Query): Promise<boolean> {
  const [found] = await query<{ none: boolean }>("select not exists (select from person) as none")
  return found?.none ?? false
}
