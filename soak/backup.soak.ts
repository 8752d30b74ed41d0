import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { startProduct } from "../e2e/product.ts"
import { freePort } from "../scripts/free-port.mjs"
import { build } from "../scripts/prepare.mjs"
import { scratchPlace } from "../scripts/scratch-place.ts"
import { startEmbedded } from "../server/src/db/embedded/start-embedded.ts"
import { userNamed } from "../server/src/db/embedded/cluster-user.ts"
import { databaseUrl, runAs } from "../server/src/testing/scratch-database.ts"
import { tablesAt } from "../server/src/testing/test-site.ts"

const BACKUP_PASSPHRASE = "four words and a number 7"
const area = mkdtempSync(join(scratchPlace(), "user-centre-backup-soak-"))
chmodSync(area, 0o711)
const small = join(area, "small")

/** A command of the built product in a process of its own. */
function command(name: string, argv: readonly string[], variables: Readonly<Record<string, string>>) {
  const file = new URL(`../server/dist/${name}.js`, import.meta.url).href
  const start = `import { main } from ${JSON.stringify(file)}; await main(${JSON.stringify(argv)})`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", start], {
    env: { ...process.env, BACKUP_PASSPHRASE, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += String(chunk)))
  const ended = once(child, "exit").then(([code]) => ({ code: code as number | null, said }))
  return { child, ended }
}

async function succeeds(name: string, argv: readonly string[], variables: Readonly<Record<string, string>>) {
  const { child, ended } = command(name, argv, variables)
  const peak = watchMemory(child.pid ?? 0)
  const { code, said } = await ended
  expect(code, said).toBe(0)
  return { said, peakMb: peak() }
}

function watchMemory(pid: number): () => number {
  let most = 0
  const timer = setInterval(() => {
    try {
      most = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? most)
    } catch {
      // It has ended.
    }
  }, 50)
  return () => {
    clearInterval(timer)
    return Math.round(most / 1024)
  }
}

beforeAll(async () => {
  await build()
  await succeeds("demo-data", ["--size", "small"], { DATA_DIR: small })
}, 15 * 60_000)

afterAll(() => rmSync(area, { recursive: true, force: true }))

test(
  "[OPS-1] a large site: memory stays bounded, and a backup or restore killed at any moment leaves nothing that looks whole",
  async () => {
    const large = join(area, "large")
    await succeeds("demo-data", ["--size", "large"], { DATA_DIR: large })
    const file = join(area, "large.backup")
    // While the product runs on it.
    const product = await startProduct({ DATA_DIR: large, DEMO: "on" })
    for (const afterMs of [1000, 3000]) {
      const { child, ended } = command("backup", ["--to", file], { DATA_DIR: large })
      await delay(afterMs)
      child.kill("SIGKILL")
      await ended
      expect(existsSync(file)).toBe(false)
    }
    const made = await succeeds("backup", ["--to", file, "--verify"], { DATA_DIR: large })
    expect(made.said).toContain("Verified")
    expect(made.peakMb).toBeLessThan(400)
    console.log(made.said, `peak ${made.peakMb} MB`)
    await product.ended("SIGTERM")

    const DATA_DIR = join(area, "restored")
    for (const afterMs of [3000, 8000]) {
      const { child, ended } = command("restore", ["--from", file], { DATA_DIR })
      await delay(afterMs)
      child.kill("SIGKILL")
      await ended
      expect(readdirSync(DATA_DIR)).not.toContain("secrets.json")
    }
    const restored = await succeeds("restore", ["--from", file], { DATA_DIR })
    expect(restored.peakMb).toBeLessThan(400)
    console.log(restored.said, `peak ${restored.peakMb} MB, file ${Math.round(statSync(file).size / 1e6)} MB`)
    const again = await startProduct({ DATA_DIR, DEMO: "on" })
    await again.ended("SIGTERM")
    // Filling the large site alone takes minutes, beside other work a quarter of an hour.
  },
  45 * 60_000,
)

test("[OPS-1] a disk that is full leaves no file, and says so", async () => {
  if (process.getuid?.() !== 0)
    throw new Error("A disk of 512 kB is mounted for this, which only root can do.")
  const disk = join(area, "disk")
  mkdirSync(disk)
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk])
  onTestFinished(() => void execFileSync("umount", [disk]))
  const { code, said } = await command("backup", ["--to", join(disk, "site.backup")], { DATA_DIR: small })
    .ended
  expect([code, said, readdirSync(disk)]).toEqual([1, expect.stringContaining("is full"), []])
})

/** Debian's own, of another major version than the embedded one. */
async function debianPostgres(): Promise<{ readonly adminUrl: string }> {
  const versions = "/usr/lib/postgresql"
  if (!existsSync(versions))
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "postgresql"])
  const bin = join(versions, readdirSync(versions)[0] ?? "", "bin")
  const user = userNamed("postgres", readFileSync("/etc/passwd", "utf8"))
  if (!user || process.getuid?.() !== 0)
    throw new Error("Debian's PostgreSQL is run here by root, as the user postgres.")
  const folder = join(area, "debian")
  mkdirSync(folder, { mode: 0o777 })
  chmodSync(folder, 0o777)
  const data = join(folder, "data")
  const as = { uid: user.uid, gid: user.gid, cwd: "/", stdio: "ignore" as const }
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
    as,
  )
  const port = await freePort()
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`
  execFileSync(join(bin, "pg_ctl"), ["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"], as)
  onTestFinished(() => {
    execFileSync(join(bin, "pg_ctl"), ["-D", data, "-m", "fast", "stop"], as)
  })
  return { adminUrl: `postgresql://postgres@127.0.0.1:${port}/postgres` }
}

test("[OPS-1] an embedded site moves to Debian's PostgreSQL, is backed up there and restored here and there", async () => {
  const { adminUrl } = await debianPostgres()
  await runAs(
    adminUrl,
    "create role uc login",
    "create database uc owner uc",
    "create database second owner uc",
  )
  const at = (name: string) => databaseUrl(adminUrl, "uc", name)
  const DATA_DIR = small
  const moved = await succeeds("move", ["--to", at("uc")], { DATA_DIR })
  expect(moved.said).toContain("DATABASE_URL=")
  const embedded = await startEmbedded({ dataDir: DATA_DIR, log: () => {} })
  const before = await tablesAt(databaseUrl(embedded.adminUrl, "postgres", "uc")).finally(() =>
    embedded.stop(),
  )
  expect(await tablesAt(databaseUrl(adminUrl, "postgres", "uc"))).toEqual(before)

  const file = join(area, "debian.backup")
  const made = await succeeds("backup", ["--to", file, "--verify"], { DATABASE_URL: at("uc"), DATA_DIR })
  expect(made.said).toMatch(/PostgreSQL 1[5-9]/)
  await succeeds("restore", ["--from", file], { DATABASE_URL: at("second"), DATA_DIR })
  const third = join(area, "third")
  await succeeds("restore", ["--from", file], { DATA_DIR: third })
  const own = await startEmbedded({ dataDir: third, log: () => {} })
  const here = await tablesAt(databaseUrl(own.adminUrl, "postgres", "uc")).finally(() => own.stop())
  expect(here).toEqual(before)
  expect(await tablesAt(databaseUrl(adminUrl, "postgres", "second"))).toEqual(before)
  const product = await startProduct({ DATABASE_URL: at("second"), DATA_DIR, DEMO: "on" })
  await product.ended("SIGTERM")
})
