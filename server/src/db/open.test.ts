import { once } from "node:events"
import { createConnection, createServer, type AddressInfo } from "node:net"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { openDatabase, type Database } from "./open.ts"
import { runAs, scratchDatabase } from "../testing/scratch-database.ts"
import { unrestricted, type Scope } from "./scope.ts"

async function scratch(): Promise<{ database: Database; url: string }> {
  const { url, drop } = await scratchDatabase()
  const database = openDatabase(url, () => {})
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { database, url }
}

test("the commit of a transaction with a failed statement is an error", async () => {
  const { database } = await scratch()
  const transaction = database.begin(unrestricted, "write")
  await transaction.db.execute(sql`select 1/0`).catch(() => {})
  await expect(transaction.commit()).rejects.toThrow("rolled back")
})

test("a query after the end of its transaction is refused", async () => {
  const { database, url } = await scratch()
  const transaction = database.begin(unrestricted, "write")
  await transaction.db.execute(sql`select 1`)
  await transaction.commit()
  await expect(transaction.db.execute(sql`select 1`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("after the end") },
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select count(*) as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
  )
  await client.end()
  expect(rows).toEqual([{ n: "0" }])
})

test("[ROLE-2] a thousand transactions of changing scopes in one pool see only their own rows", async () => {
  const { database } = await scratch()
  const orgs = await database.transaction(unrestricted, async (db) =>
    (await db.execute<{ id: string }>(sql`select id from organisation`)).rows.map(({ id }) => id),
  )
  expect(orgs.length).toBeGreaterThan(5)
  await Promise.all(
    Array.from({ length: 1000 }, async (_each, n) => {
      const org = orgs[n % orgs.length] ?? ""
      const scope: Scope =
        n % 7 === 0 ? { reach: "none", orgs: [], areaPath: "" } : { reach: "orgs", orgs: [org], areaPath: "" }
      const seen = await database
        .transaction(scope, async (db) => {
          const { rows } = await db.execute<{ org: string }>(sql`select distinct org_id as org from person`)
          // Some are rolled back: their settings must not leak either.
          if (n % 5 === 0) await db.execute(sql`select 1/0`).catch(() => {})
          return rows.map((row) => row.org)
        })
        .catch(() => null)
      if (seen) expect(seen).toEqual(scope.reach === "none" ? [] : [org])
    }),
  )
})

/** PostgreSQL that is stopped at the moment at which a connection says that it ends: it tells the connection so. */
async function stopsWithConnections(
  url: string,
): Promise<{ readonly url: string; readonly stopped: Promise<void> }> {
  const { hostname, pathname } = new URL(url)
  const body = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0")
  const stopped = Buffer.concat([Buffer.from("E\0\0\0\0"), body])
  stopped.writeInt32BE(body.length + 4, 1)
  let markStopped = () => {}
  const hasStopped = new Promise<void>((resolve) => (markStopped = resolve))
  const server = createServer((client) => {
    const upstream = createConnection(`${decodeURIComponent(hostname)}/.s.PGSQL.5432`)
    client.on("close", () => upstream.destroy())
    client.on("data", (chunk) => {
      if (chunk[0] !== terminate) upstream.write(chunk)
      else client.on("close", markStopped).end(stopped)
    })
    upstream.pipe(client)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://uc@127.0.0.1:${port}${pathname}`, stopped: hasStopped }
}
const terminate = "X".charCodeAt(0)

test("[OPS-3] that PostgreSQL ends a connection is a loss, but not while it is being closed", async () => {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  const lost: unknown[] = []
  const between = await stopsWithConnections(url)
  const database = openDatabase(between.url, (error) => lost.push(error))
  const pid = await database.systemDb.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  await runAs(inject("adminUrl"), `select pg_terminate_backend(${pid.rows[0]?.pid})`)
  await expect.poll(() => lost).toEqual([expect.objectContaining({ code: "57P01" })])
  await database.systemDb.execute(sql`select 1`)
  await database.close()
  await between.stopped
  expect(lost).toHaveLength(1)
})

test("the loss of a busy connection fails its query and nothing else", async () => {
  const { database } = await scratch()
  const sleeping = database.transaction(unrestricted, (db) => db.execute(sql`select pg_sleep(60)`))
  const failed = sleeping.then(
    () => false,
    () => true,
  )
  await expect
    .poll(async () => {
      const client = new pg.Client({ connectionString: inject("adminUrl") })
      await client.connect()
      const { rowCount } = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()",
      )
      await client.end()
      return rowCount
    })
    .toBeGreaterThan(0)
  expect(await failed).toBe(true)
  await runAs(inject("adminUrl"), "select 1")
  await expect(database.transaction(unrestricted, (db) => db.execute(sql`select 1`))).resolves.toBeDefined()
})
