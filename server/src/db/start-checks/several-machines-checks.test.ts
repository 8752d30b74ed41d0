import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { scratchPlace } from "../../../../scripts/scratch-place.ts"
import { databaseUrl, runAs, scratchDatabase } from "../../testing/scratch-database.ts"
import { testPooler } from "../../testing/test-pooler.ts"
import { startEmbedded } from "../embedded/start-embedded.ts"
import { migrate } from "../migrate.ts"
import { openDatabase } from "../open.ts"
import { ownConnection } from "../own-connection.ts"
import { unrestricted, type Scope } from "../scope.ts"
import { connectionBudget } from "./connection-budget.ts"
import { wayPastPooler } from "./find-pooler.ts"
import { patience, whenDatabaseIsThere } from "./wait-for-database.ts"

async function scratch(): Promise<string> {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  return url
}

async function pooler(url: string, options = {}): Promise<string> {
  const between = await testPooler(url, options)
  onTestFinished(() => between.close())
  return between.url
}

test("[OPS-5] the start waits for a database that is late, and says so", async () => {
  const folder = mkdtempSync(join(scratchPlace(), `user-centre-test-${process.pid}-late-`))
  chmodSync(folder, 0o711)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const once = await startEmbedded({ dataDir: folder, log: () => {}, isThrowaway: true })
  await once.stop()
  const said: string[] = []
  const ready = whenDatabaseIsThere(
    patience(30, (line) => said.push(line)),
    () => ownConnection({ connectionString: once.url }),
  )
  await expect
    .poll(() => said)
    .toContainEqual(expect.stringMatching(/^Waiting for the database, \d+ s more: .*ENOENT/))
  const late = await startEmbedded({ dataDir: folder, log: () => {}, isThrowaway: true })
  onTestFinished(() => late.stop())
  const client = await ready
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }])
  await client.end()
})

test("[OPS-5] a database that does not come is given up with a sentence", async () => {
  const nowhere = () => ownConnection({ connectionString: "postgresql://uc@127.0.0.1:1/uc" })
  await expect(
    whenDatabaseIsThere(
      patience(0.3, () => {}),
      nowhere,
    ),
  ).rejects.toThrow(/^The database was not there within 0\.3 s \(DATABASE_WAIT_S\): .*ECONNREFUSED/)
  await expect(
    whenDatabaseIsThere(
      patience(0, () => {}),
      nowhere,
    ),
  ).rejects.toThrow(/^connect ECONNREFUSED/)
})

test("[OPS-5] a name that is not there yet is waited for; a missing database is told at once", async () => {
  let tries = 0
  const noName = Object.assign(new Error("getaddrinfo ENOTFOUND db"), { code: "ENOTFOUND" })
  const step = async () => {
    tries += 1
    if (tries < 3) throw noName
    return "there"
  }
  expect(
    await whenDatabaseIsThere(
      patience(30, () => {}),
      step,
    ),
  ).toBe("there")
  const missing = databaseUrl(inject("adminUrl"), "uc", "no_such_database")
  const began = performance.now()
  await expect(
    whenDatabaseIsThere(
      patience(30, () => {}),
      () => ownConnection({ connectionString: missing }),
    ),
  ).rejects.toMatchObject({ code: "3D000" })
  expect(performance.now() - began).toBeLessThan(5000)
})

test("[OPS-5] a process announces its connections, and the next one counts them", async () => {
  const url = await scratch()
  const first = await connectionBudget(url, { poolMax: 11, isPooled: false })
  expect(first.sentence).toMatch(
    /^Database connections: this process may have 12 \(11 in pools and 1 for events\); \d+ process(?:es)? may have \d+ of the 297 of max_connections, others use \d+\.$/,
  )
  expect(first.eventsName).toMatch(/^user-centre events 12 \w{8}$/)
  const shares = async () => {
    const budget = await connectionBudget(url, { poolMax: 3, isPooled: false })
    budget.release()
    return Number(/(\d+) process/.exec(budget.sentence)?.[1])
  }
  expect(await shares()).toBeGreaterThanOrEqual(2)
  await expect(connectionBudget(url, { poolMax: 999, isPooled: false })).rejects.toThrow(
    /don't fit: of the 297 of max_connections \d+ other processes of this program may have \d+, .*this one may need 1000;.* set POOL_MAX to \d+ or less/,
  )
  first.release()
})

test("[OPS-5] a role's own limit counts", async () => {
  const url = await scratch()
  const admin = inject("adminUrl")
  const role = `few_${process.pid}`
  await runAs(admin, `create role ${role} login connection limit 10`)
  onTestFinished(() => runAs(admin, `drop role ${role}`))
  const own = databaseUrl(url, role, new URL(url).pathname.slice(1))
  await expect(connectionBudget(own, { poolMax: 30, isPooled: false })).rejects.toThrow(
    "of the 10 of this role's limit",
  )
  const fits = await connectionBudget(own, { poolMax: 9, isPooled: false })
  await expect(connectionBudget(own, { poolMax: 3, isPooled: false })).rejects.toThrow(
    /1 other processes of this program may have 10.*; 0 are free/,
  )
  fits.release()
})

test("[OPS-5] a pooler is found by the process id that it makes up, and by what it refuses", async () => {
  const url = await scratch()
  expect(await wayPastPooler({ url, listenUrl: null })).toBeNull()
  for (const between of [await pooler(url), await pooler(url, { refuses: true })]) {
    await expect(wayPastPooler({ url: between, listenUrl: null })).rejects.toThrow(
      /leads to a pooler such as pgbouncer.*Set DATABASE_LISTEN_URL/,
    )
    await expect(wayPastPooler({ url: between, listenUrl: between })).rejects.toThrow(
      "DATABASE_LISTEN_URL leads to a pooler",
    )
    expect(await wayPastPooler({ url: between, listenUrl: url })).toBe(url)
    await expect(wayPastPooler({ url: between, listenUrl: await scratch() })).rejects.toThrow(
      "lead to different databases",
    )
  }
  // A command of its own, without the checks of the start.
  await expect(migrate(await pooler(url))).rejects.toThrow("leads to a pooler such as pgbouncer")
})

test("[OPS-5] beside a pooler nothing of a transaction stays on its connection", async () => {
  const url = await scratch()
  const between = await pooler(url, { refuses: true })
  const database = openDatabase(between, () => {}, { poolMax: 3, pooledBeside: url, waitMs: 20_000 })
  onTestFinished(() => database.close())
  const orgs = (await database.systemDb.execute<{ id: string }>(sql`select id::text from organisation`)).rows
  expect(orgs.length).toBeGreaterThan(5)
  const left = sql`select coalesce(nullif(current_setting('uc.reach', true), ''), 'none') as reach,
    (select count(*)::int from pg_prepared_statements) as prepared`
  await Promise.all(
    Array.from({ length: 200 }, async (_each, n) => {
      const org = orgs[n % orgs.length]?.id ?? ""
      const scope: Scope = { reach: "orgs", orgs: [org], areaPath: "" }
      const { rows } = await database.transaction(scope, (db) =>
        db.execute<{ org: string }>(sql`select distinct org_id::text as org from person`),
      )
      expect(rows).toEqual([{ org }])
      if (n % 3 === 0) await database.systemDb.execute(sql`select count(*) from person where org_id = ${org}`)
      if (n % 5 === 0)
        await expect(database.transaction(scope, (db) => db.execute(sql`select 1/0`))).rejects.toThrow(
          "Failed query",
        )
    }),
  )
  // As the next client of the same server connection would find it.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'user-centre'",
  )
  await client.end()
  expect(rows[0]?.n).toBeLessThanOrEqual(3)
  const seen = await database.transaction(unrestricted, (db) => db.execute<{ prepared: number }>(left))
  expect(seen.rows[0]?.prepared).toBe(0)
})
