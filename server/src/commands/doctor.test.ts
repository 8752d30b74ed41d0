import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer as createHttpsServer } from "node:https"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest"
import { main as archive } from "./archive.ts"
import { main as backup } from "./backup.ts"
import { main as demoData } from "./demo-data.ts"
import { main as doctor } from "./doctor.ts"
import { main as firstAdmin } from "./first-admin.ts"
import { main as move } from "./move.ts"
import { main as restore } from "./restore.ts"
import { main as alarm } from "./send-alarm.ts"
import { databaseUrl, runAs, scratchDatabase } from "../testing/scratch-database.ts"
import { selfSignedCertificate } from "../testing/self-signed-certificate.ts"
import { testPooler } from "../testing/test-pooler.ts"

/** Of the machine that runs the tests. */
const cleared = [
  "HOST",
  "DATABASE_URL",
  "DATABASE_LISTEN_URL",
  "DATABASE_READ_URL",
  "POOL_MAX",
  "PEPPER",
  "STATIC_ADDRESS",
  "TRUST_PROXY",
  "DEMO",
  "BACKUP_TO",
]

let said: string[]
let dataDir: string

beforeEach(() => {
  said = []
  dataDir = join(mkdtempSync(join(tmpdir(), "uc-doctor-")), "data")
  vi.stubEnv("DATA_DIR", dataDir)
  vi.stubEnv("PORT", "0")
  for (const name of cleared) vi.stubEnv(name, "")
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line))
  vi.spyOn(console, "error").mockImplementation((line: string) => void said.push(line))
})

afterEach(() => {
  // vitest itself ends with this code.
  process.exitCode = undefined
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(join(dataDir, ".."), { recursive: true })
})

interface Answer {
  readonly ok: boolean
  readonly checks: readonly { id: string; state: string; found: string; todo: string | null }[]
}

async function examined(variables: Readonly<Record<string, string>>, ...argv: string[]) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  said = []
  process.exitCode = undefined
  await doctor(["--json", ...argv])
  const { ok, checks } = JSON.parse(said.join("\n")) as Answer
  const byId = Object.fromEntries(checks.map((check) => [check.id, check]))
  return { ok, code: process.exitCode ?? 0, byId, ids: checks.map(({ id }) => id) }
}

async function ownDatabase(): Promise<string> {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  return url
}

test("[OPS-7] a machine that nothing was started on is told what a start makes, and stays as it is", async () => {
  const { ok, code, byId } = await examined({})
  expect([ok, code]).toEqual([true, 0])
  expect(byId["dataDir"]).toMatchObject({ state: "ok", found: "Not there yet: the start makes it" })
  expect(byId["pepper"]?.found).toBe("The first start makes it, in DATA_DIR")
  expect(byId["embedded"]?.state).toBe("ok")
  expect(existsSync(dataDir)).toBe(false)
})

test("[OPS-7] variables that can't be used are told one by one, and the secrets in them are not", async () => {
  const given = { PORT: "99999", DATABASE_URL: "mysql://a:very-secret@b/c", PEPPER: "very-secret" }
  const { code, ids } = await examined(given)
  expect([code, ids.filter((id) => id === "variables").length]).toEqual([1, 3])
  expect(said.join()).toMatch(/PORT: .*DATABASE_URL: .*PEPPER: /s)
  expect(said.join()).not.toContain("very-secret")
})

test("[OPS-7] a database is checked as the start would check it, with nothing written", async () => {
  const url = await ownDatabase()
  await runAs(url, "delete from migration where name like '0014%'", "delete from pepper_mark")
  const { code, byId } = await examined({ DATABASE_URL: url, PEPPER: inject("pepper") })
  expect(code).toBe(1)
  expect(byId["databaseRole"]).toMatchObject({ state: "ok", found: "Row-level security binds the role uc" })
  expect(byId["durability"]).toMatchObject({ state: "error", todo: expect.stringContaining("fsync") })
  expect(byId["migrations"]).toMatchObject({ state: "warning", todo: "Back up first" })
  expect(byId["encoding"]?.state).toBe("ok")
  expect(byId["demoAccounts"]).toMatchObject({ state: "error" })
  expect(byId["backup"]?.state).toBe("warning")
  await runAs(
    url,
    "do $$ begin assert (select count(*) from pepper_mark) = 0; assert (select count(*) from migration where name like '0014%') = 0; end $$",
  )
})

test("[OPERATE-1] how the last backups ended is told from the database, and BACKUP_TO is written to", async () => {
  const url = await ownDatabase()
  const folder = mkdtempSync(join(tmpdir(), "uc-doctor-backup-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const passphrase = { BACKUP_TO: folder, BACKUP_PASSPHRASE: "twelve characters" }
  const variables = { DATABASE_URL: url, PEPPER: inject("pepper"), ...passphrase }
  const ended = (state: string, hoursAgo: number) =>
    runAs(
      url,
      `insert into backup_run (state, started_at, finished_at) select '${state}', at, at
       from (select now() - interval '${hoursAgo} hours' as at) moment`,
    )
  const found = async () => (await examined(variables)).byId["backup"]
  expect(await found()).toMatchObject({ state: "ok", found: expect.stringContaining("still to come") })
  // A process that runs since the day before yesterday should have made one.
  await runAs(
    url,
    `insert into process_status (process, host, pid, version, started_at, seen_at, memory_bytes, delay_ms, streams)
     values ('a-1', 'a', 1, '1', now() - interval '2 days', now(), 1, 1, 1)`,
  )
  expect(await found()).toMatchObject({ state: "error", found: expect.stringContaining("36 hours") })
  await ended("done", 30)
  expect(await found()).toMatchObject({ state: "warning", found: expect.stringContaining("last night") })
  await ended("done", 3)
  expect((await found())?.found).toMatch(/^The last one was made at \d{4}-/)
  await ended("failed", 2)
  expect(await found()).toMatchObject({ state: "error", found: expect.stringContaining("last one failed") })

  expect((await examined(variables)).byId["backupFolder"]?.state).toBe("ok")
  expect(readdirSync(folder)).toEqual([])
  const { byId } = await examined({ ...variables, BACKUP_TO: join(folder, "away") })
  expect(byId["backupFolder"]).toMatchObject({
    state: "error",
    found: expect.stringContaining("is not there"),
  })
  writeFileSync(join(folder, "file"), "")
  const file = await examined({ ...variables, BACKUP_TO: join(folder, "file") })
  expect(file.byId["backupFolder"]).toMatchObject({
    state: "error",
    found: expect.stringContaining("ENOTDIR"),
  })
})

test("[OPERATE-6] a DATA_DIR that nothing needs is a warning, as at the start", async () => {
  const url = await ownDatabase()
  writeFileSync(join(dataDir, "..", "file"), "")
  const closed = { DATA_DIR: join(dataDir, "..", "file"), DATABASE_URL: url }
  expect((await examined({ ...closed, PEPPER: inject("pepper") })).byId["dataDir"]?.state).toBe("warning")
  expect((await examined({ ...closed, PEPPER: "" })).byId["dataDir"]?.state).toBe("error")
})

test.each([doctor, backup, restore, move, archive, firstAdmin, demoData, alarm])(
  "[OPERATE-6] command %# answers --help and --version, whatever the variables are",
  async (command) => {
    vi.stubEnv("PORT", "eighty")
    await command(["--help"], "0")
    expect(said.join("\n")).toMatch(/^npm run [\w-]+/)
    said = []
    await command(["--version"], "0")
    expect(said).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
    expect(process.exitCode ?? 0).toBe(0)
  },
)

test("[OPERATE-8] with UC_LANGUAGE=zh commands, refusals and helps are Chinese", async () => {
  vi.stubEnv("UC_LANGUAGE", "zh")
  await doctor([])
  expect(said.join("\n")).toMatch(/^正常 {5}环境变量 {6}所有环境变量均可使用。/m)
  expect(said.at(-1)).toMatch(/有\d项需要留意|没有发现问题/)
  const untold = said.join("\n").replaceAll(/[A-Z_]{4,}|npm run [a-z-]+|npm start|PostgreSQL|Node\.js/g, "")
  expect(untold.match(/[a-z]{5,} [a-z]{2,} [a-z]+/gi)).toBeNull()
  said = []
  await doctor(["--help"])
  expect(said.join()).toContain("检查npm start将使用的配置")
  said = []
  vi.stubEnv("PORT", "eighty")
  await firstAdmin(["--account", "zhangsan", "--name", "张三"])
  expect(said).toEqual(["以下环境变量无法使用：\n  PORT: 应为0到65535之间的整数"])
})

test("[OPERATE-2] demo mode over a real database is an error, and over the demo world it is none", async () => {
  const url = await ownDatabase()
  const variables = { DATABASE_URL: url, PEPPER: inject("pepper"), DEMO: "on" }
  expect((await examined(variables)).byId["demoAccounts"]?.state).toBe("ok")
  await runAs(url, "select set_config('uc.reach', 'all', false)", "update organisation set is_demo = false")
  const { code, byId } = await examined(variables)
  expect(code).toBe(1)
  expect(byId["demoAccounts"]).toMatchObject({
    state: "error",
    todo: expect.stringContaining("Set DEMO=off"),
  })
})

test("[OPS-7] a superuser, another pepper and a database that is not there are told with what to do", async () => {
  const url = await ownDatabase()
  const superuser = new URL(inject("adminUrl"))
  superuser.pathname = new URL(url).pathname
  const asSuperuser = await examined({ DATABASE_URL: superuser.href, PEPPER: "x".repeat(40) })
  expect(asSuperuser.byId["databaseRole"]).toMatchObject({
    state: "error",
    todo: "Use an ordinary role that owns the database in DATABASE_URL",
  })
  expect(asSuperuser.byId["pepper"]?.found).toBe("This database's passwords were stored with another pepper")
  const away = await examined({ DATABASE_URL: "postgresql://uc:very-secret@127.0.0.1:1/uc" })
  expect([away.ok, away.code]).toEqual([false, 1])
  expect(away.byId["database"]).toMatchObject({
    state: "error",
    found: "The database can't be reached (ECONNREFUSED)",
  })
  expect(away.byId["pepper"]?.state).toBe("warning")
  expect(said.join()).not.toContain("very-secret")
})

test("[OPS-7] a database of another encoding and a clock that is wrong are told", async () => {
  const name = `ascii_${randomBytes(6).toString("hex")}`
  const admin = inject("adminUrl")
  await runAs(admin, `create database ${name} owner uc encoding 'SQL_ASCII' locale 'C' template template0`)
  onTestFinished(() => runAs(admin, `drop database ${name} with (force)`))
  const variables = { DATABASE_URL: databaseUrl(admin, "uc", name), PEPPER: inject("pepper") }
  expect((await examined(variables)).byId["clock"]?.state).toBe("ok")
  const { now } = Date
  const spied = vi.spyOn(Date, "now").mockImplementation(() => now() - 90_000)
  const { byId } = await examined(variables)
  spied.mockRestore()
  expect(byId["encoding"]).toMatchObject({
    state: "error",
    found: "The database is encoded as SQL_ASCII",
    todo: expect.stringContaining("encoding 'UTF8'"),
  })
  expect(byId["clock"]).toMatchObject({ state: "error", todo: "Have both set their clocks by NTP" })
  expect(byId["clock"]?.found).toMatch(/^This machine's clock is (?:89|9\d) s from the database's/)
})

test("[OPS-5][OPS-7] a pooler without a way past it and connections that don't fit are told", async () => {
  const url = await ownDatabase()
  const pooler = await testPooler(url)
  onTestFinished(() => pooler.close())
  const without = await examined({ DATABASE_URL: pooler.url, PEPPER: inject("pepper") })
  expect(without.code).toBe(1)
  expect(without.byId["pooler"]).toMatchObject({
    state: "error",
    found: expect.stringMatching(
      /^DATABASE_URL leads to a pooler such as pgbouncer.*Set DATABASE_LISTEN_URL/,
    ),
  })
  // Nothing is set on a connection that is somebody else's next.
  expect(without.ids).not.toContain("databaseRole")
  const past = await examined({ DATABASE_LISTEN_URL: url })
  expect(past.byId["pooler"]).toMatchObject({ state: "ok" })
  expect(past.byId["databaseRole"]?.state).toBe("ok")
  expect(past.byId["budget"]?.found).toContain("30 through the pooler and 1 past it for events")
  const many = await examined({ DATABASE_URL: url, POOL_MAX: "999" })
  expect(many.byId["pooler"]?.found).toBe("None stands before PostgreSQL")
  expect(many.byId["budget"]).toMatchObject({
    state: "error",
    found: expect.stringMatching(
      /don't fit: of the 297 of max_connections .*this one may need 1000;.*set POOL_MAX/,
    ),
  })
})

test("[OPS-5][OPS-7] a replica that is none, or away, is told as what the primary has to answer", async () => {
  const url = await ownDatabase()
  const found = async (DATABASE_READ_URL: string) => {
    const { byId } = await examined({ DATABASE_URL: url, PEPPER: inject("pepper"), DATABASE_READ_URL })
    return [byId["replica"]?.state, byId["replica"]?.found]
  }
  expect(await found(await ownDatabase())).toEqual([
    "warning",
    "DATABASE_READ_URL leads to no copy of this database: nothing is ever read there",
  ])
  expect(await found(url)).toEqual(["warning", expect.stringContaining("leads to the primary itself")])
  expect(await found("postgresql://uc:very-secret@127.0.0.1:1/uc")).toEqual([
    "warning",
    "DATABASE_READ_URL can't be read from (ECONNREFUSED): the primary answers everything",
  ])
  expect(said.join()).not.toContain("very-secret")
})

test("[OPS-7] what the variables say of the proxy, and what it really passes on", async () => {
  const found = async (variables: Readonly<Record<string, string>>) => {
    const { byId } = await examined({ HOST: "", STATIC_ADDRESS: "", TRUST_PROXY: "", ...variables })
    return [byId["proxy"]?.state, byId["proxy"]?.found]
  }
  expect(await found({})).toEqual(["ok", "No proxy in front"])
  expect(await found({ HOST: "0.0.0.0" })).toEqual(["warning", expect.stringContaining("without https")])
  expect(await found({ STATIC_ADDRESS: "http://portal.example.cn/" })).toEqual([
    "warning",
    expect.stringContaining("plain http"),
  ])
  let answered: Readonly<Record<string, string>> = {}
  const proxy = createHttpsServer(
    selfSignedCertificate({ names: ["localhost"], days: 90 }),
    (_request, reply) => {
      reply.writeHead(200, answered).end("<!doctype html>")
    },
  )
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const behind = { STATIC_ADDRESS: `https://localhost:${port}/portal/`, TRUST_PROXY: "1" }
  // Another program: nothing can be said.
  expect(await found(behind)).toEqual(["ok", expect.stringContaining("they must set X-Forwarded-Proto")])
  answered = { "x-request-id": "a.1" }
  expect(await found(behind)).toEqual([
    "error",
    expect.stringContaining("does not pass X-Forwarded-Proto on"),
  ])
  answered = { "x-request-id": "a.1", "strict-transport-security": "max-age=31536000" }
  expect(await found(behind)).toEqual(["ok", expect.stringContaining("X-Forwarded-Proto arrives")])
})

test("[OPS-7] too little room is an error, by what is handed in", async () => {
  expect((await examined({}, "--least-free-gb", "0")).byId["disk"]?.state).toBe("ok")
  const { code, byId } = await examined({}, "--least-free-gb", "99999999")
  expect([code, byId["disk"]?.state]).toEqual([1, "error"])
})

test("[OPS-7] a certificate that is about to end is told; a taken port and a silent gateway too", async () => {
  const tls = createTlsServer(selfSignedCertificate({ names: ["localhost"], days: 5 }))
  const taken = createServer((socket) => socket.destroy())
  for (const server of [tls, taken]) {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    onTestFinished(() => void server.close())
  }
  const portOf = (server: typeof taken) => (server.address() as AddressInfo).port
  const { code, byId } = await examined({
    STATIC_ADDRESS: `https://localhost:${portOf(tls)}/portal/`,
    TRUST_PROXY: "1",
    PORT: String(portOf(taken)),
    SMS_GATEWAY_URL: "http://127.0.0.1:1/",
    SMS_GATEWAY_SECRET: "a secret of 16 or more",
  })
  expect(code).toBe(1)
  expect(byId["certificate"]).toMatchObject({ state: "error", found: expect.stringMatching(/^Only 5 days/) })
  expect(byId["port"]).toMatchObject({
    state: "error",
    todo: "Stop what uses it, or set PORT to another one",
  })
  expect(byId["sms"]).toMatchObject({ state: "error", found: "127.0.0.1:1 can't be reached (ECONNREFUSED)" })
})

test("[OPS-7] people read lines with what to mend below; a wrong option is refused", async () => {
  await doctor(["--least-free-gb", "99999999"])
  expect(said.join("\n")).toMatch(/^ERROR {4}Disk +Only .*\n +-> Make room now/m)
  expect(said.at(-1)).toContain("1 thing is wrong")
  for (const argv of [["--wrong"], ["--least-free-gb", "much"]]) {
    process.exitCode = undefined
    await doctor(argv)
    expect([process.exitCode, said.at(-1)]).toEqual([1, expect.stringContaining("npm run doctor")])
  }
  process.exitCode = undefined
  await doctor(["--help"])
  expect([process.exitCode, said.at(-1)]).toEqual([undefined, expect.stringContaining("It changes nothing")])
})
