import { randomBytes } from "node:crypto"
import pg from "pg"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { migrate } from "./migrate.ts"
import journal from "./migrations/meta/_journal.json"
import { databaseUrl, runAs } from "../testing/scratch-database.ts"

// Every table of a database, on a machine that may be busy with other files.
vi.setConfig({ testTimeout: 60_000 })

/** A database without any table. */
async function emptyDatabase(): Promise<string> {
  const adminUrl = inject("adminUrl")
  const name = `empty_${randomBytes(8).toString("hex")}`
  await runAs(adminUrl, `create database ${name} owner uc`)
  onTestFinished(() => runAs(adminUrl, `drop database ${name} with (force)`))
  return databaseUrl(adminUrl, "uc", name)
}

async function rowsOf(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

test("[DATA-1] four processes that start together migrate once", async () => {
  const url = await emptyDatabase()
  await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)])
  const inOrder = journal.entries.map(({ tag }) => ({ name: tag }))
  expect(inOrder.length).toBeGreaterThan(1)
  expect(await rowsOf(url, "select name from migration order by name")).toEqual(inOrder)
  const before = await rowsOf(url, "select name, xmin::text from migration")
  await migrate(url)
  expect(await rowsOf(url, "select name, xmin::text from migration")).toEqual(before)
})

test("[DATA-1] a migration that was changed after it had run is refused with its name", async () => {
  const url = await emptyDatabase()
  await migrate(url)
  await runAs(url, "update migration set hash = 'another' where name = '0001_row_level_security'")
  await expect(migrate(url)).rejects.toThrow(
    "The migration 0001_row_level_security was changed after it had run here.",
  )
})

test("[DATA-1] a failed migration is rolled back and run again at the next start", async () => {
  const url = await emptyDatabase()
  await runAs(url, "create table person (in_the_way int)")
  await expect(migrate(url)).rejects.toThrow("The migration 0000_schema failed.")
  expect(await rowsOf(url, "select count(*)::int from pg_tables where schemaname = 'public'")).toEqual([
    { count: 2 },
  ])
  await runAs(url, "drop table person")
  await migrate(url)
  expect(
    await rowsOf(url, "select count(*)::int as policies from pg_policy where polname = 'org_isolation'"),
  ).not.toEqual([{ policies: 0 }])
})

test("[BARE-18] a database of a newer program is refused with both versions, and unchanged", async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const newest = journal.entries.at(-1)?.tag ?? ""
  await runAs(
    url,
    `delete from migration where name = '${newest}'`,
    "insert into migration (name, hash) values ('9998_later', 'x'), ('9999_much_later', 'x')",
  )
  await expect(migrate(url)).rejects.toThrow(
    `the program knows the schema up to ${newest}, the database has 9999_much_later.`,
  )
  expect(await rowsOf(url, `select from migration where name = '${newest}'`)).toEqual([])
})

test("[LAYOUT-5] a database of an earlier baseline is refused with advice, and unchanged", async () => {
  const url = await emptyDatabase()
  await runAs(
    url,
    "create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    "insert into migration (name, hash) values ('0000_tables', 'x'), ('0001_walls', 'x'), ('0028_pepper_mark', 'x')",
    "create table person (id bigint)",
  )
  await expect(migrate(url)).rejects.toThrow(
    /begins with 0000_tables, the program with 0000_schema\. Start with an empty DATA_DIR .*or stay on the version/,
  )
  expect(await rowsOf(url, "select tablename from pg_tables where schemaname = 'public' order by 1")).toEqual(
    [{ tablename: "migration" }, { tablename: "person" }],
  )
})
