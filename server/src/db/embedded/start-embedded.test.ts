import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from "node:fs"
import { rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { startEmbedded, type Embedded } from "./start-embedded.ts"
import { isAlive, storedPid } from "./postmaster.ts"
import { scratchPlace } from "../../../../scripts/scratch-place.ts"

// Real starts of real processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === "linux"
const repository = new URL("../../../../", import.meta.url).pathname
const area = realpathSync(mkdtempSync(join(scratchPlace(), "user-centre-embedded-")))
const program = join(repository, ".cache", `embedded-${process.pid}`)
const nobody = 65_534

beforeAll(async () => {
  chmodSync(area, 0o711)
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(repository, "server/src/db/embedded/start-embedded.ts"),
      outDir: program,
      target: "node20",
    },
  })
  writeFileSync(
    join(program, "serve.js"),
    `import { startEmbedded } from "./start-embedded.js"
     try {
       const { url, adminUrl, stop } = await startEmbedded({ dataDir: process.argv[2], log() {} })
       console.log(JSON.stringify({ url, adminUrl }))
       process.stdin.resume().once("end", () => stop().then(() => process.exit(0)))
     } catch (error) {
       console.log(JSON.stringify({ refusal: error.message }))
       process.exit(1)
     }`,
  )
  const first = await startEmbedded({ dataDir: join(area, "made"), log: () => {} })
  await first.stop()
})

afterAll(() => {
  rmSync(area, { recursive: true, force: true })
  rmSync(program, { recursive: true, force: true })
})

/** A folder with a database that was stopped normally. */
function madeFolder(name: string): string {
  const folder = join(area, name)
  execFileSync("cp", ["-a", join(area, "made"), folder])
  return folder
}

async function started(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  onTestFinished(() => embedded.stop())
  return embedded
}

interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly adminUrl: string
  readonly refusal: string
}

async function servedByAnother(dataDir: string, user: { uid?: number; gid?: number } = {}): Promise<Served> {
  const child = spawn(process.execPath, [join(program, "serve.js"), dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
    ...user,
  })
  onTestFinished(async () => {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  })
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  return { url: "", adminUrl: "", refusal: "", ...(JSON.parse(line) as Partial<Served>), child }
}

async function killed({ child }: Served): Promise<void> {
  child.kill("SIGKILL")
  await once(child, "exit")
}

async function valueOf(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

function serverOf(dataDir: string): number {
  return storedPid({ folder: join(dataDir, "postgres"), logFile: "", user: null }) ?? 0
}

function ownerOf(path: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

const refusalOf = (dataDir: string) =>
  `Another process is serving ${dataDir} already; stop it or set another DATA_DIR.`

test("the server's role owns its database and is bound by row-level security", async () => {
  const { url } = await started(madeFolder("role"))
  const role = "(select rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = current_user)"
  expect(await valueOf(url, `select ${role}`)).toBe(false)
  expect(
    await valueOf(
      url,
      `select row_to_json(d) from (select pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding,
         datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()) d`,
    ),
  ).toEqual({ owner: "uc", encoding: "UTF8", provider: "b", locale: "C.UTF-8" })
  await valueOf(url, "create extension if not exists pg_trgm")
  expect(await valueOf(url, "select similarity('王小明', '王小红') > 0")).toBe(true)
})

test("the only access is a socket in a private folder, and commits are durable", async () => {
  const dataDir = madeFolder("door")
  const { adminUrl } = await started(dataDir)
  const setting = (name: string) => valueOf(adminUrl, `show ${name}`)
  expect(await setting("listen_addresses")).toBe("")
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"])
    expect(await setting(name)).toBe("on")
  expect(statSync(join(dataDir, "socket")).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, "socket", ".s.PGSQL.5432")).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700)
})

test("data is there after a stop, and no process is left", async () => {
  const dataDir = madeFolder("again")
  const first = await startEmbedded({ dataDir, log: () => {} })
  await valueOf(first.url, "create table kept as select 42 as answer")
  const pid = serverOf(dataDir)
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  const second = await started(dataDir)
  expect(await valueOf(second.url, "select answer from kept")).toBe(42)
})

test("a second start on one folder is refused and does not disturb the first", async () => {
  const dataDir = madeFolder("twice")
  const { url } = await started(dataDir)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const other = await servedByAnother(dataDir)
  expect(other.refusal).toBe(refusalOf(dataDir))
  await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(refusalOf(dataDir))
  expect((await client.query<{ one: number }>("select 1 as one")).rows).toEqual([{ one: 1 }])
})

test("of several starts at the same moment one serves and the others are refused", async () => {
  const dataDir = join(area, "race")
  const all = await Promise.all([1, 2, 3].map(() => servedByAnother(dataDir)))
  expect(all.map(({ refusal }) => refusal).toSorted()).toEqual(["", refusalOf(dataDir), refusalOf(dataDir)])
  expect(await valueOf(all.find(({ url }) => url)?.url ?? "", "select 1")).toBe(1)
})

test("after kill -9 of the process its database is taken over by the next", async () => {
  const dataDir = madeFolder("killed")
  const before = await servedByAnother(dataDir)
  await valueOf(before.url, "create table kept as select 42 as answer")
  const pid = serverOf(dataDir)
  await killed(before)
  const after = await startEmbedded({ dataDir, log: () => {} })
  expect(serverOf(dataDir)).toBe(pid)
  expect(await valueOf(after.url, "select answer from kept")).toBe(42)
  await after.stop()
  expect(isAlive(pid)).toBe(false)
})

test("a postmaster of another release is not taken over but replaced", async () => {
  const dataDir = madeFolder("release")
  const before = await servedByAnother(dataDir)
  const client = new pg.Client({ connectionString: before.adminUrl })
  await client.connect()
  client.on("error", () => {})
  const pid = serverOf(dataDir)
  await killed(before)
  vi.doMock("./postgres-binaries.ts", async (original) => {
    const real = await original<typeof import("./postgres-binaries.ts")>()
    const newer: typeof real.postgresBinaries = (...place) => ({
      ...real.postgresBinaries(...place),
      version: "newer",
    })
    return { ...real, postgresBinaries: newer }
  })
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock("./postgres-binaries.ts")
    vi.resetModules()
  })
  const { startEmbedded: startNewer } = await import("./start-embedded.ts")
  const after = await startNewer({ dataDir, log: () => {} })
  onTestFinished(() => after.stop())
  expect(serverOf(dataDir)).not.toBe(pid)
  expect(await valueOf(after.adminUrl, "show cluster_name")).toBe("uc-newer")
})

test("after kill -9 of everything the next start recovers what was committed", async () => {
  const dataDir = madeFolder("crash")
  const before = await servedByAnother(dataDir)
  await valueOf(before.url, "create table kept as select 42 as answer")
  const pid = serverOf(dataDir)
  await killed(before)
  process.kill(pid, "SIGKILL")
  const after = await started(dataDir)
  expect(serverOf(dataDir)).not.toBe(pid)
  expect(await valueOf(after.url, "select answer from kept")).toBe(42)
})

test("a database that is killed is started again", async () => {
  const dataDir = madeFolder("revived")
  const { url } = await started(dataDir)
  await valueOf(url, "create table kept as select 42 as answer")
  process.kill(serverOf(dataDir), "SIGKILL")
  await vi.waitFor(async () => expect(await valueOf(url, "select answer from kept")).toBe(42), 15_000)
  expect((await servedByAnother(dataDir)).refusal).toBe(refusalOf(dataDir))
})

/** As after a kill of everything in a container: the process id in the lock file is in use. */
async function startsWithNumberOf(pid: number, dataDir: string) {
  const before = await servedByAnother(dataDir)
  const own = serverOf(dataDir)
  await killed(before)
  process.kill(own, "SIGKILL")
  await vi.waitFor(() => expect(isAlive(own)).toBe(false))
  for (const file of ["postgres/postmaster.pid", "socket/.s.PGSQL.5432.lock"]) {
    const text = readFileSync(join(dataDir, file), "utf8")
    writeFileSync(join(dataDir, file), text.replace(/^\d+/, String(pid)))
  }
  const { url } = await started(dataDir)
  return valueOf(url, "select 42")
}

function isZombieOf(parent: number, pid: string): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && readFileSync(file, "utf8").includes(`) Z ${parent} `)
}

describe.runIf(isLinux)("a number in the lock file that is not the server's", () => {
  test("it belongs to another living process of the same user", async () => {
    const dataDir = madeFolder("reused")
    const sleeper = spawn("sleep", ["600"], ownerOf(join(dataDir, "postgres")))
    onTestFinished(() => void sleeper.kill())
    expect(await startsWithNumberOf(sleeper.pid ?? 0, dataDir)).toBe(42)
  })

  test("it belongs to a zombie process", async () => {
    const dataDir = madeFolder("zombie")
    const parent = spawn("sh", ["-c", "sleep 0 & exec sleep 600"], ownerOf(join(dataDir, "postgres")))
    onTestFinished(() => void parent.kill())
    const zombie = await vi.waitFor(() => {
      const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
      const found = all.find((pid) => isZombieOf(parent.pid ?? 0, pid))
      return found ? Number(found) : Promise.reject(new Error("not yet"))
    })
    expect(await startsWithNumberOf(zombie, dataDir)).toBe(42)
  })
})

test("a folder with a name too long for a socket gets a socket elsewhere", async () => {
  const dataDir = madeFolder(`deep-${"长".repeat(40)}`)
  rmSync(join(dataDir, "socket"), { recursive: true })
  const before = await servedByAnother(dataDir)
  const socket = decodeURIComponent(new URL(before.url).hostname)
  expect(socket.startsWith(realpathSync(tmpdir()))).toBe(true)
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  const pid = serverOf(dataDir)
  await killed(before)
  const after = await started(dataDir)
  expect(after.url).toBe(before.url)
  expect(serverOf(dataDir)).toBe(pid)
  onTestFinished(() => rmSync(socket, { recursive: true }))
})

/** In a closed home folder another user can't even start the program. */
function canAnybodyEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (dirname(folder) === folder || canAnybodyEnter(dirname(folder)))
}

/** Read from /proc, because a minimal machine has no `ps`. */
function userOf(pid: number): number {
  if (existsSync("/proc/self")) return statSync(`/proc/${pid}`).uid
  return Number(execFileSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }))
}

describe.runIf(isRoot)("as root", () => {
  test("the database runs under another user", async () => {
    const dataDir = madeFolder("other-user")
    await started(dataDir)
    const runner = userOf(serverOf(dataDir))
    expect(runner).not.toBe(0)
    expect(runner).toBe(ownerOf(join(dataDir, "postgres")).uid)
  })

  test("a folder that this user can't enter is refused by name", async () => {
    const closed = join(area, "closed")
    mkdirSync(closed, { mode: 0o700 })
    await expect(startEmbedded({ dataDir: join(closed, "data"), log: () => {} })).rejects.toThrow(
      `can't enter ${closed}: run \`chmod o+x ${closed}\` or set DATA_DIR to a folder elsewhere.`,
    )
  })

  test.runIf(canAnybodyEnter(repository))("and a plain user needs no other", async () => {
    const home = join(area, "plain")
    mkdirSync(home)
    execFileSync("chown", [String(nobody), home])
    const served = await servedByAnother(join(home, "data"), { uid: nobody, gid: nobody })
    expect(served.refusal).toBe("")
    expect(ownerOf(join(home, "data", "postgres")).uid).toBe(nobody)
    expect(await valueOf(served.url, "select current_user::text")).toBe("uc")
  })
})

test("[BARE-9] the database's own log has no value of a refused row", async () => {
  const dataDir = madeFolder("terse")
  const { url } = await started(dataDir)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("create temp table told (phone text primary key, name text check (name <> '张三'))")
    await client.query("insert into told values ('13800138000', '李四')")
    await expect(client.query("insert into told values ('13800138000', '王五')")).rejects.toThrow("told_pkey")
    await expect(client.query("insert into told values ('13800138001', '张三')")).rejects.toThrow("told_name")
  } finally {
    await client.end()
  }
  const log = readFileSync(join(dataDir, "postgres.log"), "utf8")
  expect(log).toContain("told_pkey")
  expect(log).not.toMatch(/13800138|张三/)
})
