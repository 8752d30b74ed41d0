import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { httpMessages } from "@uc/contract/core/http"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { homeLayoutCalls } from "@uc/contract/home/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { makeWorld } from "../demo/make-world.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { migrate } from "../db/migrate.ts"
import { unavailable } from "../metrics/registry.ts"
import { unavailableBecause } from "./transient-fault.ts"
import { openDatabase } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"
import { runAs } from "../testing/scratch-database.ts"
import { alarmOf, signed, theDemoSource } from "../testing/test-alarm-source.ts"
import { collectedLogs } from "../testing/test-logs.ts"
import { testPasswords } from "../testing/test-passwords.ts"
import { testApp, type TestApp } from "../testing/test-app.ts"

const summaryOf = (answer: LightMyRequestResponse): unknown[] => [
  answer.statusCode,
  answer.headers["retry-after"],
  answer.json(),
]
const later = [503, "5", { ret: 0, msg: httpMessages.slow }]

/** A setting of the database, which connections opened from now on have. */
async function settingOf({ url }: TestApp, setting: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await runAs(url, "set default_transaction_read_only to off", `alter database ${name} set ${setting}`)
}

/** A second process on the same database, whose connections have the setting. */
async function processWith(app: TestApp, setting: string) {
  await settingOf(app, setting)
  return (await app.another()).app
}

async function alarmFor(app: TestApp) {
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const alarm = alarmOf(orgid)
  const stored = async () => {
    const { rows } = await app.database.transaction(unrestricted, (db) =>
      db.execute(sql`select 1 from alarm_record where uuid = ${alarm.uuid}`),
    )
    return rows.length
  }
  return { head, stored, report: () => signed(theDemoSource, alarmSourceCalls.report, { items: [alarm] }) }
}

test("[BARE-15] with a read-only database an alarm gets 503 with a wait, and succeeds later", async () => {
  const app = await testApp()
  const { report, stored } = await alarmFor(app)
  const cut = await processWith(app, "default_transaction_read_only to on")
  expect(summaryOf(await cut.inject(report()))).toEqual(later)
  await settingOf(app, "default_transaction_read_only to off")
  expect(await stored()).toBe(0)
  expect((await app.app.inject(report())).json().data).toMatchObject({ accepted: 1 })
  expect(await stored()).toBe(1)
})

test("[BARE-15] with a read-only database writes get 503 with a wait, and reads go on", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  await settingOf(app, "default_transaction_read_only to on")
  const other = (await app.another()).as(head)
  expect((await other.request(accountCalls.current, {})).statusCode).toBe(200)
  const saving = await other.request(homeLayoutCalls.save, { type: "favourites", items: [] })
  expect(summaryOf(saving)).toEqual(later)
})

test("[BARE-15] a statement that takes too long for an alarm is 503 with a wait", async () => {
  const app = await testApp()
  const { report, stored } = await alarmFor(app)
  const holder = new pg.Client({ connectionString: app.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query("begin")
  await holder.query("lock table alarm in access exclusive mode")
  const database = openDatabase(`${app.url}?statement_timeout=100`, () => {})
  const log = collectedLogs("error")
  const { app: cut } = await app.another({ database, logs: log.logs })
  onTestFinished(() => database.close())
  expect(summaryOf(await cut.inject(report()))).toEqual(later)
  // OPS-2, OPS-3: log and metric say which limit it was.
  expect(log.entries()).toMatchObject([{ call: "ingest.report", because: "slow-statement" }])
  expect(await unavailable.get()).toMatchObject({
    values: expect.arrayContaining([{ labels: { because: "slow-statement" }, value: 1 }]) as unknown,
  })
  await holder.query("rollback")
  expect(await stored()).toBe(0)
  expect((await app.app.inject(report())).json().data).toMatchObject({ accepted: 1 })
})

test("[BARE-15] with a recovering database alarms get 503 with a wait, and /readyz is 200", async () => {
  const folder = mkdtempSync(join(scratchPlace(), "user-centre-recovering-"))
  chmodSync(folder, 0o711)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const start = () => startEmbedded({ dataDir: folder, log: () => {}, isThrowaway: true })
  const primary = await start()
  await migrate(primary.url)
  await makeWorld(primary.url, { size: "tiny", passwords: testPasswords(inject("pepper")) })
  await primary.stop()
  // It starts like a standby without its primary: it reads and refuses writes.
  const signal = join(folder, "postgres", "standby.signal")
  writeFileSync(signal, "")
  const { uid, gid } = statSync(join(folder, "postgres"))
  chownSync(signal, uid, gid)
  const standby = await start()
  onTestFinished(() => standby.stop())
  const database = openDatabase(standby.url, () => {})
  onTestFinished(() => database.close())
  const { app } = await testApp({ database })
  const { rows } = await database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`select id::text from organisation order by id limit 1`),
  )
  const items = [alarmOf(rows[0]?.id ?? "")]
  expect(summaryOf(await app.inject(signed(theDemoSource, alarmSourceCalls.report, { items })))).toEqual(
    later,
  )
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200)
})

test.each([
  ["08006", "connection failure"],
  ["25006", "read-only transaction"],
  ["25P03", "idle in transaction"],
  ["28P01", "password refused"],
  ["3D000", "database is being restored"],
  ["53300", "too many connections"],
  ["53100", "disk full"],
  ["55P03", "lock not available"],
  ["57014", "statement timeout"],
  ["57P01", "ended by the operator"],
  ["57P03", "starting up"],
  ["58030", "input or output"],
  ["ECONNREFUSED", "two addresses, both refused"],
  ["EAI_AGAIN", "name server away"],
])("[BARE-15] %s (%s) may pass: 503 with a wait", async (code, words) => {
  const { app } = await testApp()
  const inner = Object.assign(new AggregateError([], words), { code })
  app.get("/passing", () => {
    throw new Error("Failed query", { cause: inner })
  })
  expect(summaryOf(await app.inject({ url: "/passing" }))).toEqual(later)
})

test.each([
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Query read timeout",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
])("[BARE-15] the driver's %j may pass: 503 with a wait", async (words) => {
  const { app } = await testApp()
  app.get("/passing", () => {
    throw new Error("Failed query", { cause: new Error(words) })
  })
  expect(summaryOf(await app.inject({ url: "/passing" }))).toEqual(later)
})

test.each(["22001", "23505", "42P01", "XX000"])(
  "[BARE-15] %s is permanent: 500 without a wait",
  async (code) => {
    const { app } = await testApp()
    app.get("/broken", () => {
      throw new Error("Failed query", { cause: Object.assign(new Error("broken"), { code }) })
    })
    const serverFault = { ret: 0, msg: httpMessages.serverFault }
    expect(summaryOf(await app.inject({ url: "/broken" }))).toEqual([500, undefined, serverFault])
  },
)

test("[OPS-2] a 503 of the database is named by the limit or state that it came from", async () => {
  const coded = (code: string) =>
    new Error("Failed query", { cause: Object.assign(new Error("x"), { code }) })
  expect(
    ["55P03", "25P03", "53100", "53300", "25006", "08006"].map((code) => unavailableBecause(coded(code))),
  ).toEqual([
    "locked",
    "transaction-too-long",
    "disk-full",
    "too-many-connections",
    "read-only",
    "database-away",
  ])
  // As the driver really says it: one connection that is taken, and a statement without an answer.
  const pool = new pg.Pool({
    connectionString: (await testApp()).url,
    max: 1,
    query_timeout: 50,
  })
  const client = await pool.connect()
  // From now on: a busy machine takes its time for the first connection.
  pool.options.connectionTimeoutMillis = 50
  client.on("error", () => {})
  const refused = await pool.connect().catch((error: unknown) => error)
  const silent = await client.query("select pg_sleep(1)").catch((error: unknown) => error)
  client.release(true)
  await pool.end()
  expect([refused, silent].map(unavailableBecause)).toEqual(["no-free-connection", "no-answer"])
})
