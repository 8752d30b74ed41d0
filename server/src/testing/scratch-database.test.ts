import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { databaseUrl, scratchDatabase } from "./scratch-database.ts"

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

test("each scratch database is migrated, filled and separate", async () => {
  const [one, other] = [await scratchDatabase(), await scratchDatabase()]
  onTestFinished(async () => {
    await one.drop()
    await other.drop()
  })
  await valueOf(one.url, "create table mine as select 42 as answer")
  expect(await valueOf(one.url, "select answer from mine")).toBe(42)
  expect(await valueOf(other.url, "select to_regclass('mine')")).toBeNull()
  expect(await valueOf(other.url, "select count(*) > 0 from migration")).toBe(true)
  expect(await valueOf(other.url, "select rolsuper from pg_roles where rolname = current_user")).toBe(false)
})

test("a scratch database is dropped also with open connections", async () => {
  const { url, drop } = await scratchDatabase()
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  await drop()
  const name = new URL(url).pathname.slice(1)
  const admin = databaseUrl(inject("adminUrl"), "postgres", "postgres")
  expect(await valueOf(admin, `select count(*)::int from pg_database where datname = '${name}'`)).toBe(0)
})

test("[LAYOUT-6] the tests' cluster takes 300 connections", async () => {
  expect(await valueOf(inject("adminUrl"), "show max_connections")).toBe("300")
})
