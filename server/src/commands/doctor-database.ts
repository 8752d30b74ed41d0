import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import pg from "pg"
import { z } from "zod"
import type { Config } from "../config.ts"
import { runningEmbedded } from "../db/embedded/running-embedded.ts"
import { assertDemoWorld } from "../db/start-checks/assert-demo-world.ts"
import { assertNoDemoAccounts } from "../db/start-checks/assert-no-demo-accounts.ts"
import { DatabaseRefusal } from "../db/start-checks/database-refusal.ts"
import { ownConnection } from "../db/own-connection.ts"
import { checkDatabase } from "../features/status/checks/database-checks.ts"
import { finding } from "../features/status/checks/finding.ts"
import { checkMigrations } from "../features/status/checks/migrations-check.ts"
import { checkPepper, type PepperFacts } from "../features/status/checks/pepper-check.ts"
import { codeOf } from "../features/status/probes/code-of.ts"
import {
  databaseFacts,
  fitsPepper,
  migrationFacts,
  type Query,
} from "../features/status/probes/database-facts.ts"
import { checked } from "../features/status/within-limit.ts"
import { passwordsWith } from "../security/sign-in/passwords.ts"
import { isWeakPepper } from "../security/weak-pepper.ts"
import { checkedBackup, unreadBackup } from "./doctor-backup.ts"
import { checkedBudget, checkedReplica, wayToDatabase } from "./doctor-connections.ts"
import type { DoctorFinding, OwnFinding } from "./doctor-words.ts"

const connectMs = 5000
/** Over a slow line to another machine each of some queries takes its time. */
const databaseMs = 10_000

/**
 * The database and what must fit it. Nothing but what is there is read. `isRunning`: the product runs here with this configuration, so its
 * connections are counted already.
 */
export async function checkedDatabase(config: Config, isRunning: boolean): Promise<readonly DoctorFinding[]> {
  const isEmbedded = config.databaseUrl === null
  const { facts, pepper } = await pepperOf(config)
  const withoutDatabase = (fitsDatabase: boolean | null) => checkPepper(facts, { fitsDatabase, isEmbedded })
  const given = config.databaseUrl ?? runningEmbedded(resolve(config.dataDir))
  // The demo's data are worth no backup.
  const unread = config.site.isDemo ? [] : [unreadBackup(config)]
  if (given === null) return [withoutDatabase(null), embeddedStopped, ...unread]
  const connected = (connectionString: string) =>
    ownConnection({
      connectionString,
      connectionTimeoutMillis: connectMs,
      application_name: "user-centre doctor",
    })
  let client: pg.Client
  try {
    client = await connected(given)
  } catch (error) {
    const reason = reasonOf(error)
    // A socket that a killed PostgreSQL left: the next start takes it over.
    if (isEmbedded && (reason === "ECONNREFUSED" || reason === "ENOENT"))
      return [withoutDatabase(null), embeddedStopped, ...unread]
    return [withoutDatabase(null), finding("database", "database.unreachable", { reason }), ...unread]
  }
  // What is set for this session would stay on a pooler's connection, for whoever gets it next.
  const { url, isPooled, finding: pooler } = await wayToDatabase(given, config, reasonOf)
  if (url !== given) {
    await client.end().catch(() => {})
    if (url === null) return [withoutDatabase(null), pooler, ...unread]
    client = await connected(url)
  }
  try {
    const query: Query = async <Row extends object>(text: string) =>
      (await client.query<Row & pg.QueryResultRow>(text)).rows
    // Row-level security shows nobody's passwords otherwise; it ends with the connection.
    await query("select set_config('uc.reach', 'all', false)")
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const decide = (found: Parameters<typeof checkDatabase>[0]) => checkDatabase(found, zone)
    const database = await checked(
      "database",
      () => databaseFacts(query, { dateMs: Date.now }),
      decide,
      databaseMs,
    )
    const migrations = await checked("migrations", () => migrationFacts(query), checkMigrations, databaseMs)
    const fits = await checked(
      "pepper",
      // One that the start would make fits no database that has seen another.
      () => fitsPepper(query, pepper === null ? "" : passwordsWith(pepper).kid),
      withoutDatabase,
      databaseMs,
    )
    const isUsable = migrations.facts?.applied?.length ?? 0
    const demo = isUsable > 0 && pepper !== null ? [await demoAccounts(url, config, pepper)] : []
    const budget =
      isEmbedded || isRunning ? [] : [await checkedBudget(client, config, { isPooled, reasonOf })]
    const { databaseReadUrl: readUrl } = config
    const replica = readUrl === null ? [] : [await checkedReplica(client, readUrl, reasonOf)]
    const between = isEmbedded ? [] : [pooler]
    const backup = config.site.isDemo ? [] : isUsable > 0 ? await checkedBackup(client, config) : unread
    return [
      ...fits.findings,
      ...database.findings,
      ...between,
      ...budget,
      ...replica,
      ...migrations.findings,
      ...demo,
      ...backup,
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

const embeddedStopped: OwnFinding = { id: "embedded", code: "embedded.stopped", values: {} }

/** PostgreSQL's own words are for an operator; they name roles and databases, never a password. */
function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.message
  const code = codeOf(error)
  return code === "ERROR" && error instanceof Error ? error.message : code
}

const Secrets = z.object({ pepper: z.string().min(32) })

/** Read only: the start would make one. */
async function pepperOf({ pepper, dataDir }: Config): Promise<{ facts: PepperFacts; pepper: string | null }> {
  if (pepper !== null) return { facts: { from: "variable", isWeak: isWeakPepper(pepper) }, pepper }
  const path = join(resolve(dataDir), "secrets.json")
  try {
    const stored = Secrets.parse(JSON.parse(await readFile(path, "utf8"))).pepper
    return { facts: { from: "dataDir", isWeak: isWeakPepper(stored) }, pepper: stored }
  } catch (error) {
    const isThere = codeOf(error) !== "ENOENT"
    return { facts: isThere ? { from: "broken", path } : { from: "nowhere" }, pepper: null }
  }
}

async function demoAccounts(url: string, { whyNoDemo }: Config, pepper: string): Promise<OwnFinding> {
  try {
    if (whyNoDemo === null) {
      await assertDemoWorld(url)
      return { id: "demoAccounts", code: "demoAccounts.wanted", values: {} }
    }
    await assertNoDemoAccounts(url, passwordsWith(pepper), whyNoDemo)
    return { id: "demoAccounts", code: "demoAccounts.ok", values: {} }
  } catch (error) {
    if (!(error instanceof DatabaseRefusal))
      return { id: "demoAccounts", code: "demoAccounts.unknown", values: { reason: codeOf(error) } }
    return whyNoDemo === null
      ? { id: "demoAccounts", code: "demoAccounts.otherWorld", values: {} }
      : { id: "demoAccounts", code: "demoAccounts.found", values: { reason: whyNoDemo } }
  }
}
