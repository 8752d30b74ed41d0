import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createCanvas } from "@napi-rs/canvas"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { startEmbedded, type Embedded } from "../db/embedded/start-embedded.ts"
import { knownMigrations, makeMigrationTable } from "../db/migrate.ts"
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
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const BACKUP_PASSPHRASE = "four words and a number 7"
const area = mkdtempSync(join(scratchPlace(), "user-centre-backup-"))
chmodSync(area, 0o711)
const place = () => join(area, randomBytes(6).toString("hex"))
/** A database of its own, which is safe: that of the other tests is refused, because it may lose what it has confirmed. */
let safe: Embedded
/** A backup of the demo data, and the embedded site that it was restored to. */
const demoBackup = place()
const site = place()

beforeAll(async () => {
  safe = await startEmbedded({ dataDir: place(), log: () => {} })
  const { url, drop } = await scratchDatabase()
  const made = await runCommand(backup, ["--to", demoBackup], remote(url))
  await drop()
  const restored = await runCommand(restore, ["--from", demoBackup], { DATA_DIR: site, BACKUP_PASSPHRASE })
  if (made.code !== 0 || restored.code !== 0) throw new Error(`${made.said}\n${restored.said}`)
})

afterAll(async () => {
  await safe.stop()
  rmSync(area, { recursive: true, force: true })
})

/** The variables of a site on a database that is not embedded. */
function remote(url: string) {
  return { DATABASE_URL: url, PEPPER: inject("pepper"), DATA_DIR: place(), BACKUP_PASSPHRASE }
}

async function emptyDatabase(adminUrl = safe.adminUrl): Promise<string> {
  const name = `empty_${randomBytes(6).toString("hex")}`
  await runAs(adminUrl, `create database ${name} owner uc`)
  onTestFinished(() => runAs(adminUrl, `drop database ${name} with (force)`))
  return databaseUrl(adminUrl, "uc", name)
}

async function demoSite(...changes: string[]): Promise<string> {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  await runAs(url, "select set_config('uc.reach', 'all', false)", ...changes)
  return url
}

const asSuperuser = (url: string) => databaseUrl(url, "postgres", new URL(url).pathname.slice(1))
const rowsIn = (sum: string | undefined) => Number(sum?.split(" ")[0])

test("[OPS-1] a backup during writes is of one moment; restored it has every row, and people sign in", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const picture = await createCanvas(640, 480).encode("png")
  const { id } = await uploadFile(app, teacher, picture, "现场.png")
  const shown = await requestFile(app, teacher, id)

  // Each transaction writes into one of the first tables and into one of the last.
  const over = new AbortController()
  let written = 0
  const write = async () => {
    while (!over.signal.aborted) {
      const name = `subject-${(written += 1)}`
      await app.database.transaction(unrestricted, async (db) => {
        await db.execute(
          sql`insert into captcha_track (hash, seen_at) values (sha256(${name}::text::bytea), now())`,
        )
        await db.execute(sql`insert into told_rule (subject, told) values (${name}, 'nobody')`)
      })
    }
  }
  const before = await tablesAt(asSuperuser(app.url))
  const writing = write()
  const file = place()
  const made = await runCommand(backup, ["--to", file, "--verify"], remote(app.url))
  over.abort()
  await writing
  expect([made.code, made.said]).toEqual([0, expect.stringMatching(/Verified +restored into a scratch/)])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(area).filter((name) => name.endsWith(".part"))).toEqual([])
  // Nothing can be read without the passphrase but what it is of.
  const bytes = readFileSync(file)
  for (const word of ["teacher-a1", inject("pepper")]) expect(bytes.includes(word)).toBe(false)

  const DATABASE_URL = await emptyDatabase()
  const DATA_DIR = place()
  const restored = await runCommand(restore, ["--from", file], { DATABASE_URL, DATA_DIR, BACKUP_PASSPHRASE })
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("Restored")])
  const secrets = join(DATA_DIR, "secrets.json")
  expect(JSON.parse(readFileSync(secrets, "utf8"))).toEqual({ pepper: inject("pepper") })
  expect(statSync(secrets).mode & 0o777).toBe(0o600)

  const after = await tablesAt(asSuperuser(DATABASE_URL))
  const added = (table: string) => rowsIn(after[table]) - rowsIn(before[table])
  expect([added("told_rule"), added("told_rule") < written]).toEqual([added("captcha_track"), true])
  const meanwhile = { captcha_track: "", told_rule: "" }
  expect({ ...after, ...meanwhile }).toEqual({ ...before, ...meanwhile })
  expect(rowsIn(after["person"])).toBeGreaterThan(20)
  // The command has noted its backup in the site itself.
  const own = (lines: readonly string[]) => lines.filter((line) => !line.startsWith("backup_run_id_seq "))
  expect(own(await schemaAt(asSuperuser(DATABASE_URL)))).toEqual(own(await schemaAt(asSuperuser(app.url))))

  const again = await testApp({ database: openDatabase(DATABASE_URL, () => {}) })
  const person = await again.as("teacher-a1")
  expect(await person.send(accountCalls.current, {})).toMatchObject({ nickname: "陈秀琳" })
  expect((await requestFile(again, person, id)).rawPayload.equals(shown.rawPayload)).toBe(true)
})

/** How many sign-ins of June lie ahead of an earlier one. */
async function outOfOrder(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: asSuperuser(url) })
  await client.connect()
  const { rows } = await client
    .query<{ n: number }>(
      `select count(*)::int as n from
         (select at < lag(at) over (order by ctid) as is_earlier from login_log_2027_06) t where is_earlier`,
    )
    .finally(() => client.end())
  return rows[0]?.n ?? -1
}

test("[OPS-1][OPS-6] a backup holds every month once; restored each has its rows again, also in another order", async () => {
  const url = await demoSite(
    "select make_months('alarm_record', '2027-09-01')",
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
     select gen_random_uuid(), o.id, o.area_path, 'gas', 1, timestamptz '2027-05-31 20:00+08' + n * interval '3 hours'
     from organisation o, generate_series(1, 90) n`,
    "alter table audit_log detach partition audit_log_later",
    "drop table audit_log_later",
    "select make_part('audit_log', 'audit_log_later')",
    "select attach_part('audit_log', 'audit_log_later', '2027-04-01', null), enable_row_security()",
    // Of many lengths, in the order of their time: restored, a short one that follows finds room on an earlier page.
    "select make_months('login_log', '2027-09-01')",
    `insert into login_log (at, account, result, reason)
     select timestamptz '2027-06-01 00:00+08' + n * interval '1 minute', 'test', 'ok', repeat('x', n * 7919 % 1500)
     from generate_series(1, 4000) n`,
    "create index in_time on login_log_2027_06 (at)",
    "cluster login_log_2027_06 using in_time",
    "drop index in_time",
  )
  const file = place()
  const made = await runCommand(backup, ["--to", file, "--verify"], remote(url))
  expect([made.code, made.said]).toEqual([0, expect.stringContaining("Verified")])
  const DATABASE_URL = await emptyDatabase()
  const given = { DATABASE_URL, DATA_DIR: place(), BACKUP_PASSPHRASE }
  const restored = await runCommand(restore, ["--from", file], given)
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining("Restored")])
  const [before, after] = [await tablesAt(asSuperuser(url)), await tablesAt(asSuperuser(DATABASE_URL))]
  expect({ ...after, backup_run: "" }).toEqual({ ...before, backup_run: "" })
  expect(rowsIn(after["alarm_record_2027_06"])).toBeGreaterThan(500)
  // Otherwise this proves nothing of the order.
  expect(await outOfOrder(url)).toBe(0)
  expect(await outOfOrder(DATABASE_URL)).toBeGreaterThan(0)
})

test("[OPS-1] an embedded site is backed up while another process serves it, and is never restored over", async () => {
  const variables = { DATA_DIR: site, BACKUP_PASSPHRASE }
  const serving = await startEmbedded({ dataDir: site, log: () => {} })
  const file = place()
  const made = await runCommand(backup, ["--to", file], variables).finally(() => serving.stop())
  expect([made.code, existsSync(file)]).toEqual([0, true])
  const refused = await runCommand(restore, ["--from", file], variables)
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("is not empty")])
})

test("[OPS-1] a wrong passphrase, a flipped bit and a cut-off file are refused, and nothing is written", async () => {
  const DATABASE_URL = await emptyDatabase()
  const DATA_DIR = place()
  const tried = (from: string, passphrase = BACKUP_PASSPHRASE) =>
    runCommand(restore, ["--from", from], { DATABASE_URL, DATA_DIR, BACKUP_PASSPHRASE: passphrase })
  const wrong = await tried(demoBackup, "four words and a number 8")
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("not the passphrase") as string })

  const damaged = place()
  const bytes = readFileSync(demoBackup)
  const middle = Math.floor(bytes.length * 0.6)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(damaged, bytes)
  expect((await tried(damaged)).said).toMatch(/is damaged: the table \w+ does not match its checksum/)
  const cut = place()
  writeFileSync(cut, readFileSync(demoBackup))
  truncateSync(cut, Math.floor(bytes.length * 0.8))
  expect((await tried(cut)).said).toMatch(/is cut off: it ends within the table \w+/)
  expect([existsSync(DATA_DIR), await tablesAt(asSuperuser(DATABASE_URL))]).toEqual([false, {}])
})

test("[OPS-1] a backup of a newer schema is refused with its name, one of an older schema migrated", async () => {
  const newer = place()
  const tomorrow = await demoSite("insert into migration (name, hash) values ('0999_of-tomorrow', 'x')")
  expect(await runCommand(backup, ["--to", newer], remote(tomorrow))).toMatchObject({ code: 0 })
  const refused = await runCommand(restore, ["--from", newer], { DATA_DIR: place(), BACKUP_PASSPHRASE })
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("0999_of-tomorrow")])

  const older = knownMigrations().slice(0, -1)
  const url = await emptyDatabase(inject("adminUrl"))
  await runAs(
    url,
    makeMigrationTable,
    ...older.map((each) => each.sql),
    ...older.map(({ name, hash }) => `insert into migration (name, hash) values ('${name}', '${hash}')`),
    "set uc.reach to 'all'",
    "insert into area (id, name, path, level) values (330100, '杭州市', '330100/', 1)",
  )
  const file = place()
  const made = await runCommand(backup, ["--to", file], remote(url))
  expect([made.code, made.said]).toEqual([0, expect.stringContaining(`schema ${older.at(-1)?.name}`)])
  const target = await emptyDatabase()
  expect(await runCommand(restore, ["--from", file], remote(target))).toMatchObject({ code: 0 })
  const tables = await tablesAt(asSuperuser(target))
  expect([rowsIn(tables["area"]), rowsIn(tables["migration"])]).toEqual([1, older.length + 1])
})

test("[OPS-1] rows that a policy hides are never left out: the backup is refused and names the table", async () => {
  const url = await demoSite("create policy none on person as restrictive using (false)")
  const attempt = async () => {
    const file = place()
    const { code, said } = await runCommand(backup, ["--to", file], remote(url))
    expect(existsSync(file)).toBe(false)
    return `${code} ${said}`
  }
  expect(await attempt()).toMatch(/^1 Row-level security may hide rows of person /)
  await runAs(url, "drop policy none on person", "drop policy org_isolation on notice")
  expect(await attempt()).toMatch(/^1 Row-level security may hide rows of notice /)
  await runAs(url, "create policy org_isolation on notice using (org_id in (select unnest(uc_orgs())))")
  expect(await attempt()).toMatch(/^1 Row-level security may hide rows of notice /)
})

test("[OPS-1] without the site's own pepper, a passphrase or a new name no backup is written", async () => {
  const url = await demoSite()
  const file = place()
  const attempt = async (variables: Partial<ReturnType<typeof remote>>, to = file) =>
    (await runCommand(backup, ["--to", to], { ...remote(url), ...variables })).said
  const stranger = "the pepper of another machine, 32 letters"
  expect(await attempt({ PEPPER: stranger })).toContain("is not the one of this database")
  expect(await attempt({ PEPPER: "" })).toContain("PEPPER is not set")
  expect(await attempt({ BACKUP_PASSPHRASE: "" })).toContain("--passphrase-file")
  expect(await attempt({}, join(area, "no-such-folder", "file"))).toContain("is its folder there")
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, "somebody's")
  expect(await attempt({})).toContain("is there already")
  expect(readFileSync(file, "utf8")).toBe("somebody's")
  const restored = await runCommand(restore, ["--from", demoBackup], { ...remote(url), PEPPER: stranger })
  expect([restored.code, restored.said]).toEqual([
    1,
    expect.stringContaining("another one than the backup's"),
  ])
})

test("[OPS-1] an embedded site moves to its own PostgreSQL: an empty one, with an ordinary role", async () => {
  const target = await emptyDatabase()
  const moved = async (to: string) => {
    const { code, said } = await runCommand(move, ["--to", to], { DATA_DIR: site })
    return `${code} ${said}`
  }
  expect(await moved(safe.adminUrl)).toMatch(/^1 The role postgres .* is a superuser/)
  expect(await moved("db.example.cn")).toMatch(/^1 --to is the address/)
  const done = await moved(target)
  expect(done).toMatch(/^0 Moved/)
  for (const word of ["DATABASE_URL=…", `DATA_DIR=${site}`]) expect(done).toContain(word)
  expect(await moved(target)).toMatch(/^1 The new database is not empty/)
  const source = await startEmbedded({ dataDir: site, log: () => {} })
  try {
    const from = databaseUrl(source.adminUrl, "postgres", "uc")
    expect(await tablesAt(asSuperuser(target))).toEqual(await tablesAt(from))
    expect(await schemaAt(asSuperuser(target))).toEqual(await schemaAt(from))
    // The product runs: what it writes meanwhile would be lost.
    const running = await moved(await emptyDatabase())
    expect(running).toMatch(/^1 Another process is serving/)
  } finally {
    await source.stop()
  }
})

test("[OPS-1] a move after which the new database has other rows says so, and is never called done", async () => {
  const target = await emptyDatabase()
  await runAs(
    asSuperuser(target),
    "create schema watching",
    `create function watching.on_change() returns event_trigger language plpgsql security definer as $$ begin
       if to_regclass('public.told_rule') is not null and current_query() like '%enable trigger user%' then
         insert into public.told_rule (subject, told) values ('by the trigger', 'nobody') on conflict do nothing;
       end if;
     end $$`,
    "create event trigger watching on ddl_command_end execute function watching.on_change()",
  )
  const { code, said } = await runCommand(move, ["--to", target], { DATA_DIR: site })
  expect(`${code} ${said}`).toMatch(/^1 What was restored differs from what was written: told_rule \(/)
})
