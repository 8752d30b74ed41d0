import { randomBytes } from "node:crypto"
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { createCanvas } from "@napi-rs/canvas"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { knownMigrations, makeMigrationTable, migrate } from "../db/migrate.ts"
import { openDatabase } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"
import { databaseUrl, runAs, scratchDatabase } from "../testing/scratch-database.ts"
import { testApp } from "../testing/test-app.ts"
import { requestFile, uploadFile } from "../testing/test-files.ts"
import { runCommand, schemaAt, tablesAt } from "../testing/test-site.ts"
import { main as backup } from "./backup.ts"
import { main as move } from "./move.ts"
import { main as restore } from "./restore.ts"

// Real databases are made, started and stopped.
vi.setConfig({ testTimeout: 120_000 })

const area = mkdtempSync(join(scratchPlace(), "user-centre-backup-"))
chmodSync(area, 0o711)
afterAll(() => rmSync(area, { recursive: true, force: true }))
const place = () => join(area, randomBytes(6).toString("hex"))

const BACKUP_PASSPHRASE = "four words and a number 7"

/** The variables of a site in the tests' own cluster. */
function remote(url: string) {
  return { DATABASE_URL: url, PEPPER: inject("pepper"), DATA_DIR: place(), BACKUP_PASSPHRASE }
}

const adminOf = (url: string) => databaseUrl(inject("adminUrl"), "postgres", new URL(url).pathname.slice(1))

/** A backup of the demo data, for tests that only restore. */
async function someBackup(...changes: string[]): Promise<string> {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  if (changes.length > 0) await runAs(url, "select set_config('uc.reach', 'all', false)", ...changes)
  const file = place()
  const { code, said } = await runCommand(backup, ["--to", file], remote(url))
  expect([code, said]).toEqual([0, expect.stringContaining(file)])
  return file
}

async function started(DATA_DIR: string) {
  const embedded = await startEmbedded({ dataDir: DATA_DIR, log: () => {} })
  onTestFinished(() => embedded.stop())
  return { ...embedded, siteUrl: databaseUrl(embedded.adminUrl, "postgres", "uc") }
}

test("[OPS-1] a backup made while others write is one moment; restored it has every row, and people sign in", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const picture = await createCanvas(640, 480).encode("png")
  const { id } = await uploadFile(app, teacher, picture, "现场.png")
  const shown = await requestFile(app, teacher, id)

  // Each transaction writes into one of the first tables and into one of the last.
  let isOver = false
  let written = 0
  const writing = (async () => {
    while (!isOver) {
      written += 1
      await app.database.transaction(unrestricted, async (db) => {
        await db.execute(
          sql`insert into captcha_track (hash, seen_at) values (sha256(${`${written}`}::bytea), now())`,
        )
        await db.execute(
          sql`insert into told_rule (subject, told) values (${`subject-${written}`}, 'nobody')`,
        )
      })
    }
  })()
  const file = place()
  const made = await runCommand(backup, ["--to", file, "--verify"], remote(app.url))
  isOver = true
  await writing
  expect(made.said).toMatch(/Verified +restored into a scratch database/)
  expect([made.code, statSync(file).mode & 0o777]).toEqual([0, 0o600])
  expect(readdirSync(area).filter((name) => name.endsWith(".part"))).toEqual([])
  // Nothing can be read without the passphrase but what it is of.
  const bytes = readFileSync(file)
  for (const word of ["teacher-a1", inject("pepper")]) expect(bytes.includes(word)).toBe(false)

  const DATA_DIR = place()
  const restored = await runCommand(restore, ["--from", file], { DATA_DIR, BACKUP_PASSPHRASE })
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("Restored")])
  const secrets = join(DATA_DIR, "secrets.json")
  expect([JSON.parse(readFileSync(secrets, "utf8")), statSync(secrets).mode & 0o777]).toEqual([
    { pepper: inject("pepper") },
    0o600,
  ])

  const site = await started(DATA_DIR)
  const [before, after] = [await tablesAt(adminOf(app.url)), await tablesAt(site.siteUrl)]
  const rowsIn = (sum: string | undefined) => Number(sum?.split(" ")[0])
  const tracked = rowsIn(after["captcha_track"]) - (rowsIn(before["captcha_track"]) - written)
  const told = rowsIn(after["told_rule"]) - (rowsIn(before["told_rule"]) - written)
  expect([told, tracked > 0, tracked < written]).toEqual([tracked, true, true])
  const meanwhile = { captcha_track: "", told_rule: "", backup_run: "" }
  expect({ ...after, ...meanwhile }).toEqual({ ...before, ...meanwhile })
  expect(rowsIn(after["person"])).toBeGreaterThan(20)
  const own = (lines: readonly string[]) => lines.filter((line) => !line.startsWith("backup_run_id_seq "))
  expect(own(await schemaAt(site.siteUrl))).toEqual(own(await schemaAt(adminOf(app.url))))

  const database = openDatabase(site.url, () => {})
  const again = await testApp({ database })
  const person = await again.as("teacher-a1")
  expect(await person.send(accountCalls.current, {})).toMatchObject({ account: "teacher-a1" })
  expect((await requestFile(again, person, id)).rawPayload.equals(shown.rawPayload)).toBe(true)

  // The embedded one too is backed up while it runs, by the command of another process.
  const second = place()
  const own2 = await runCommand(backup, ["--to", second], { DATA_DIR, BACKUP_PASSPHRASE })
  expect([own2.code, existsSync(second)]).toEqual([0, true])
  // A restore into it is refused: first because it runs, then because it is not empty.
  const running = await runCommand(restore, ["--from", file], { DATA_DIR, BACKUP_PASSPHRASE })
  expect([running.code, running.said]).toEqual([1, expect.stringContaining("Another process is serving")])
  await again.app.close()
  await database.close()
  await site.stop()
  const full = await runCommand(restore, ["--from", file], { DATA_DIR, BACKUP_PASSPHRASE })
  expect([full.code, full.said]).toEqual([1, expect.stringContaining("is not empty")])
})

test("[OPS-1] a wrong passphrase, a flipped bit and a cut-off file are refused by name, and nothing is written", async () => {
  const file = await someBackup()
  const DATA_DIR = place()
  const tried = (from: string, passphrase = BACKUP_PASSPHRASE) =>
    runCommand(restore, ["--from", from], { DATA_DIR, BACKUP_PASSPHRASE: passphrase })
  const wrong = await tried(file, "four words and a number 8")
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("not the passphrase") as string })
  expect(existsSync(DATA_DIR)).toBe(false)

  const bytes = readFileSync(file)
  const damaged = place()
  const flipped = Buffer.from(bytes)
  const middle = Math.floor(bytes.length * 0.6)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  writeFileSync(damaged, flipped)
  expect((await tried(damaged)).said).toMatch(/is damaged: the table \w+ does not match its checksum/)
  const cut = place()
  writeFileSync(cut, bytes)
  truncateSync(cut, Math.floor(bytes.length * 0.8))
  expect((await tried(cut)).said).toMatch(/is cut off: it ends within the table \w+/)
  // Whatever was in it: the database is as empty as before, and there are no secrets.
  expect(readdirSync(DATA_DIR)).not.toContain("secrets.json")
  expect(await tried(file)).toMatchObject({ code: 0 })
  const { siteUrl } = await started(DATA_DIR)
  expect((await tablesAt(siteUrl))["person"]).not.toMatch(/^0 /)
})

test("[OPS-1] a backup of a newer schema is refused with its name, and of an older one brought up to date", async () => {
  const newer = await someBackup("insert into migration (name, hash) values ('0999_of-tomorrow', 'x')")
  const refused = await runCommand(restore, ["--from", newer], { DATA_DIR: place(), BACKUP_PASSPHRASE })
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("0999_of-tomorrow")])

  const migrations = knownMigrations()
  const [newest, older] = [migrations.at(-1), migrations.slice(0, -1)]
  const name = `older_${randomBytes(6).toString("hex")}`
  await runAs(inject("adminUrl"), `create database ${name} owner uc`)
  onTestFinished(() => runAs(inject("adminUrl"), `drop database ${name} with (force)`))
  const url = databaseUrl(inject("adminUrl"), "uc", name)
  await runAs(
    url,
    makeMigrationTable,
    ...older.flatMap((each) => [
      each.sql,
      `insert into migration (name, hash) values ('${each.name}', '${each.hash}')`,
    ]),
    "select enable_row_security()",
    "select set_config('uc.reach', 'all', false)",
    "insert into area (code, name, path) values (330100, '杭州市', '330100/')",
  )
  const file = place()
  const made = await runCommand(backup, ["--to", file], remote(url))
  expect([made.code, made.said]).toEqual([0, expect.stringContaining(`schema ${older.at(-1)?.name}`)])
  const DATA_DIR = place()
  expect(await runCommand(restore, ["--from", file], { DATA_DIR, BACKUP_PASSPHRASE })).toMatchObject({
    code: 0,
  })
  const { siteUrl } = await started(DATA_DIR)
  const tables = await tablesAt(siteUrl)
  expect([tables["area"], tables["migration"]]).toEqual([
    expect.stringMatching(/^1 /),
    expect.stringMatching(new RegExp(`^${migrations.length} `)),
  ])
  expect(newest?.name).toBeDefined()
})

test("[OPS-1] rows that a policy hides are never left out: the backup is refused and names the table", async () => {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  const attempt = async () => {
    const file = place()
    const { code, said } = await runCommand(backup, ["--to", file], remote(url))
    expect(existsSync(file)).toBe(false)
    return `${code} ${said}`
  }
  await runAs(url, "create policy none on person as restrictive using (false)")
  expect(await attempt()).toMatch(/^1 Row-level security may hide rows of person /)
  await runAs(url, "drop policy none on person", "drop policy org_isolation on notice")
  expect(await attempt()).toMatch(/^1 Row-level security may hide rows of notice /)
  await runAs(url, "create policy org_isolation on notice using (org_id in (select unnest(uc_orgs())))")
  expect(await attempt()).toMatch(/^1 Row-level security may hide rows of notice /)
})

test("[OPS-1] without the site's own pepper, a passphrase or a new name no backup is written", async () => {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  const file = place()
  const attempt = async (variables: Partial<ReturnType<typeof remote>>, to = file) =>
    (await runCommand(backup, ["--to", to], { ...remote(url), ...variables })).said
  expect(await attempt({ PEPPER: "the pepper of another machine, 32 letters" })).toContain(
    "is not the one of this database",
  )
  expect(await attempt({ PEPPER: "" })).toContain("PEPPER is not set")
  expect(await attempt({ BACKUP_PASSPHRASE: "" })).toContain("--passphrase-file")
  expect(await attempt({}, join(area, "no-such-folder", "file"))).toContain("is its folder there")
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, "somebody's")
  expect(await attempt({})).toContain("is there already")
  expect(readFileSync(file, "utf8")).toBe("somebody's")
  const typed = place()
  writeFileSync(typed, `${BACKUP_PASSPHRASE}\n`)
  const other = place()
  const { code } = await runCommand(backup, ["--to", other, "--passphrase-file", typed], {
    ...remote(url),
    BACKUP_PASSPHRASE: "",
  })
  expect([code, existsSync(other)]).toEqual([0, true])
})

test("[OPS-1] an embedded site moves to a PostgreSQL of its own, and only to an empty one of an ordinary role", async () => {
  const file = await someBackup()
  const DATA_DIR = place()
  await runCommand(restore, ["--from", file], { DATA_DIR, BACKUP_PASSPHRASE })
  const target = await started(place())
  const moved = async (to: string) => {
    const { code, said } = await runCommand(move, ["--to", to], { DATA_DIR })
    return `${code} ${said}`
  }
  expect(await moved(target.adminUrl)).toMatch(/^1 [^]*is a superuser/)
  expect(await moved("db.example.cn")).toMatch(/^1 --to is the address/)
  const done = await moved(target.url)
  expect(done).toMatch(/^0 Moved/)
  for (const word of ["DATABASE_URL=…", `DATA_DIR=${DATA_DIR}`]) expect(done).toContain(word)
  expect(await moved(target.url)).toMatch(/^1 The new database is not empty/)
  const source = await started(DATA_DIR)
  expect(await tablesAt(target.siteUrl)).toEqual(await tablesAt(source.siteUrl))
  expect(await schemaAt(target.siteUrl)).toEqual(await schemaAt(source.siteUrl))
  // While the product runs.
  expect(await moved(target.url)).toMatch(/^1 Another process is serving/)
  await migrate(target.url)
})
