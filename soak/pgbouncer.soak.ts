import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createConnection, createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { signedIn } from "../bench/product.ts"
import { startProduct, temporaryDataDir } from "../e2e/product.ts"
import { build } from "../scripts/prepare.mjs"
import { startEmbedded } from "../server/src/db/embedded/start-embedded.ts"
import { openDatabase } from "../server/src/db/open.ts"
import { unrestricted, type Scope } from "../server/src/db/scope.ts"

const program = "/usr/sbin/pgbouncer"
const isThere = existsSync(program)
if (!isThere) console.error("NOT RUN: pgbouncer needs apt-get install pgbouncer")

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address ? address.port : 0
}

/** The sample of docs/several-machines.md, with so few server connections that everybody shares them. */
async function pgbouncer(dataDir: string, more = ""): Promise<{ url: string; log: () => string }> {
  const [port, socket] = [await freePort(), join(dataDir, "socket")]
  const folder = join(dataDir, `pgbouncer-${port}`)
  mkdirSync(folder)
  const { uid, gid } = statSync(socket)
  const file = join(folder, "pgbouncer.ini")
  const log = join(folder, "pgbouncer.log")
  writeFileSync(
    file,
    `[databases]
uc = host=${socket} dbname=uc user=uc
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 500
logfile = ${log}
${more}`,
  )
  for (const path of [folder, file]) chownSync(path, uid, gid)
  chmodSync(dataDir, 0o711)
  const child = spawn(program, ["-q", file], { uid, gid, cwd: folder, stdio: "ignore" })
  const ended = once(child, "exit")
  onTestFinished(async () => {
    child.kill("SIGINT")
    await ended
  })
  for (let n = 0; n < 100; n++) {
    const socketToIt = createConnection(port, "127.0.0.1")
    const isUp = await new Promise<boolean>((resolve) => {
      socketToIt.once("connect", () => resolve(true)).once("error", () => resolve(false))
    })
    socketToIt.destroy()
    if (isUp) break
    await delay(50)
  }
  return {
    url: `postgresql://uc@127.0.0.1:${port}/uc`,
    log: () => (existsSync(log) ? readFileSync(log, "utf8") : ""),
  }
}

test.runIf(isThere)(
  "[OPS-5] pgbouncer in transaction mode: refused by name without a direct address, else nobody sees another's scope",
  async () => {
    await build()
    const dataDir = temporaryDataDir()
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const embedded = await startEmbedded({ dataDir, log: () => {} })
    onTestFinished(() => embedded.stop())
    // Those that ignore what they don't know, and the default, which refuses it.
    const plain = await pgbouncer(dataDir)
    const lenient = await pgbouncer(
      dataDir,
      "ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout\n",
    )
    const pepper = { PEPPER: "a pepper that only this test uses, nowhere else", DEMO: "on" }
    const unlimited = { REQUESTS_PER_ADDRESS_PER_S: "0", REQUESTS_PER_SESSION_PER_S: "0" }
    for (const { url } of [plain, lenient]) {
      await expect(startProduct({ ...pepper, DATABASE_URL: url })).rejects.toThrow(
        /ended with code 1:[^]*leads to a pooler such as pgbouncer.*Set DATABASE_LISTEN_URL/,
      )
      await expect(
        startProduct({ ...pepper, DATABASE_URL: embedded.url, DATABASE_LISTEN_URL: url }),
      ).rejects.toThrow(/ended with code 1:[^]*DATABASE_LISTEN_URL leads to a pooler/)
    }

    for (const { url } of [plain, lenient]) {
      const product = await startProduct({
        ...pepper,
        ...unlimited,
        DATABASE_URL: url,
        DATABASE_LISTEN_URL: embedded.url,
      })
      expect(product.output()).toContain("30 through the pooler and 1 past it for events")
      const people = await Promise.all(
        ["school", "company", "bureau", "admin"].map(async (account) => {
          const { name, value } = await signedIn(product.address, account)
          return { account, cookie: `${name}=${value}` }
        }),
      )
      const { service, path } = peopleAdminCalls.list
      const ask = async (cookie: string) => {
        const answer = await fetch(
          `${product.address}${defaultSiteConfig.services[service]}${path}?limit=20`,
          { headers: { cookie } },
        )
        return `${answer.status} ${await answer.text()}`
      }
      const alone = new Map<string, string>()
      for (const { account, cookie } of people) alone.set(account, await ask(cookie))
      expect(new Set(alone.values()).size).toBe(4)
      for (const answer of alone.values()) expect(answer).toMatch(/^200 /)
      let wrong = 0
      for (let n = 0; n < 100; n++)
        await Promise.all(
          [...people, ...people, ...people].map(async ({ account, cookie }) => {
            if ((await ask(cookie)) !== alone.get(account)) wrong += 1
          }),
        )
      console.log(`1200 lists over two server connections, ${wrong} wrong`)
      expect(wrong).toBe(0)
      await product.stop()

      const database = openDatabase(url, () => {}, {
        poolMax: 30,
        pooledBeside: embedded.url,
        waitMs: 20_000,
      })
      onTestFinished(() => database.close())
      const received: string[] = []
      const began = new Promise<void>((resolve) => {
        const listening = database.listen("uc_test", {
          onBegin: () => resolve(),
          onLost: () => {},
          onNotification: (payload) => void received.push(payload),
        })
        onTestFinished(() => listening.stop())
      })
      await began
      const { rows } = await database.systemDb.execute<{ id: string }>(
        sql`select distinct org_id::text as id from person limit 50`,
      )
      const orgs = rows.map(({ id }) => id)
      let strange = 0
      await Promise.all(
        Array.from({ length: 4000 }, async (_each, n) => {
          const org = orgs[n % orgs.length] ?? ""
          const scope: Scope = { reach: "orgs", orgs: [org], areaPath: "" }
          const read = () =>
            database.transaction(scope, async (db) => {
              const both = await Promise.all([
                db.execute<{ org: string }>(sql`select distinct org_id::text as org from person`),
                db.execute<{ org: string }>(
                  sql`select distinct org_id::text as org from person where id > ${n}`,
                ),
              ])
              if (n % 50 === 0) await db.execute(sql`select 1/0`)
              return both.flatMap((each) => each.rows.map((row) => row.org))
            })
          const seen = await (n % 7 === 0
            ? database.systemDb
                .execute<{ org: string }>(
                  sql`select org_id::text as org from person where org_id = ${org} limit 1`,
                )
                .then((found) => found.rows.map((row) => row.org))
            : read().catch(() => [org]))
          if (seen.some((each) => each !== org)) strange += 1
        }),
      )
      expect(strange).toBe(0)
      await database.transaction(unrestricted, (db) => db.execute(sql`select pg_notify('uc_test', 'told')`))
      await expect.poll(() => received).toEqual(["told"])
      console.log("4000 transactions over two server connections, none saw another's rows; the event arrived")
    }
    expect(plain.log()).not.toMatch(/FATAL/)
  },
)
