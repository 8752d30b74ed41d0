import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { KeptMonths } from "@uc/contract/months/kept-months"
import pg from "pg"
import { build } from "vite"
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { keepMonths } from "../features/months/keep-months.ts"
import { scratchDatabase } from "../testing/scratch-database.ts"

// Real processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const kept: KeptMonths = { alarms: 13, visits: 1200, audit: 1200, signIns: 1200 }
const server = new URL("../../", import.meta.url).pathname
/** Beside the packages that it imports. */
const programs = join(server, "node_modules", `.archive-${process.pid}`)

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      rollupOptions: {
        input: {
          archive: join(server, "src/commands/archive.ts"),
          keep: join(server, "src/features/months/keep-months.ts"),
        },
      },
      outDir: programs,
      emptyOutDir: true,
      target: "node20",
    },
  })
  writeFileSync(
    join(programs, "run-archive.js"),
    `import { main } from "./archive.js"
     await main(process.argv.slice(2))`,
  )
  // What the product's job does.
  writeFileSync(
    join(programs, "run-keep.js"),
    `import { keepMonths } from "./keep.js"
     const [folder, today] = process.argv.slice(2)
     const keep = ${JSON.stringify(kept)}
     await keepMonths({ url: process.env.DATABASE_URL, keep, folder, today }).work()`,
  )
})

afterAll(() => rmSync(programs, { recursive: true, force: true }))

/** Three alarms of the first month that has a part of its own, in a database of its own; `due` is when that is too old. */
async function site() {
  const scratch = await scratchDatabase()
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  const folder = mkdtempSync(join(scratchPlace(), "user-centre-archive-"))
  onTestFinished(async () => {
    await client.end()
    await scratch.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const env = { ...process.env, DATABASE_URL: scratch.url, PEPPER: inject("pepper"), DATA_DIR: folder }
  const started = (program: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, [join(programs, program), ...args], { env, stdio: ["ignore", "pipe", "pipe"] })
  const ran = async (program: string, ...args: string[]) => {
    const child = started(program, ...args)
    const [[code], said, told] = await Promise.all([
      once(child, "exit") as Promise<[number | null]>,
      child.stdout ? text(child.stdout) : "",
      child.stderr ? text(child.stderr) : "",
    ])
    return { code, said: `${said}${told}` }
  }
  const keepOn = (today: string, keep = kept) =>
    keepMonths({ url: scratch.url, keep, folder, today }).work(undefined as never)
  const { rows: dates } = await client.query<{ month: string; due: string; part: string }>(
    `select from_month::text as month, (from_month + interval '14 months')::date::text as due,
       'alarm_record' || to_char(from_month, '_YYYY_MM') as part
     from month_parts() where part = 'alarm_record_later'`,
  )
  const [{ month, due, part } = { month: "", due: "", part: "" }] = dates
  // Every month that is needed is made, and none is archived yet.
  await keepOn(due, { ...kept, alarms: 1200 })
  await client.query(`
    with given as (
      select gen_random_uuid() as uuid, o.id, o.area_path, at
      from (select * from organisation order by id limit 1) o,
        generate_series('${month}'::timestamptz + interval '1 day', '${month}'::timestamptz + interval '21 days', interval '10 days') at
    ), named as (insert into alarm_name select uuid, at from given)
    insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, detail)
    select uuid, id, area_path, 'gas', 1, at, E'一行\\n"两行"' from given`)
  const alarms = async () =>
    (await client.query(`select * from alarm_record where createtime > '${month}' order by id`)).rows
  const names = async () =>
    (await client.query(`select 1 from alarm_name where createtime > '${month}'`)).rowCount
  const files = () =>
    readdirSync(folder).filter((name) => name.startsWith(`${part}-`) && name.endsWith(".gz"))
  return { client, folder, started, ran, alarms, names, keepOn, files, due, part }
}

type Site = Awaited<ReturnType<typeof site>>

/** Holds a lock that the process needs for its last step, and kills it while it waits for that. */
async function killedInTheMiddle({ client }: Site, lock: string, start: () => ChildProcess): Promise<void> {
  await client.query(`begin; ${lock}`)
  const child = start()
  await vi.waitUntil(
    async () => {
      // Not pg_stat_activity, which stays as it was for the rest of this transaction.
      const { rowCount } = await client.query(
        "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
      )
      return rowCount === 1 || child.exitCode !== null
    },
    { timeout: 30_000, interval: 20 },
  )
  expect(child.exitCode).toBeNull()
  child.kill("SIGKILL")
  await once(child, "exit")
  await client.query("rollback")
  // Its session ends when PostgreSQL notices that nobody is there.
  await vi.waitUntil(
    async () =>
      (
        await client.query(
          "select from pg_stat_activity where datname = current_database() and application_name = 'user-centre months'",
        )
      ).rowCount === 0,
    { timeout: 30_000, interval: 20 },
  )
}

test("[OPS-6] the command lists an archived month, checks its file and brings it back", async () => {
  const { folder, ran, alarms, names, keepOn, files, due, part } = await site()
  const before = await alarms()
  expect(before).toHaveLength(3)
  await keepOn(due)
  expect([await alarms(), await names()]).toEqual([[], 0])
  const file = join(folder, files()[0] ?? "")

  const listed = await ran("run-archive.js")
  expect(listed.said).toMatch(new RegExp(`^${part} +file +3 rows`, "m"))
  expect(listed.said).toContain(file)
  const checked = await ran("run-archive.js", "--check", file)
  expect(checked).toMatchObject({ code: 0, said: expect.stringContaining("alarm_record, 3 rows") })
  const back = await ran("run-archive.js", "--back", file)
  expect(back).toMatchObject({ code: 0, said: expect.stringContaining("3 rows in alarm_record") })
  expect([await alarms(), await names()]).toEqual([before, 3])
  const again = await ran("run-archive.js", "--back", file)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining("is in the database already") })
})

test("[OPS-6] killed while a month is archived or brought back, nothing is lost", async () => {
  const world = await site()
  const { folder, started, ran, alarms, names, keepOn, files, due, part } = world
  const before = await alarms()
  await killedInTheMiddle(world, `lock table ${part} in access share mode`, () =>
    started("run-keep.js", folder, due),
  )
  expect([await alarms(), await names(), files().length]).toEqual([before, 3, 1])
  expect((await ran("run-archive.js")).said).not.toContain(`${part} `)
  // The file of the killed run stays; one of the same second would be in the way.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await keepOn(due)
  expect(await alarms()).toEqual([])

  const listed = (await ran("run-archive.js")).said
  const path = join(folder, files().find((name) => listed.includes(name)) ?? "")
  await killedInTheMiddle(world, "lock table alarm_record in share update exclusive mode", () =>
    started("run-archive.js", "--back", path),
  )
  expect([await alarms(), await names()]).toEqual([[], 0])
  expect(await ran("run-archive.js", "--back", path)).toMatchObject({ code: 0 })
  expect([await alarms(), await names()]).toEqual([before, 3])
})
