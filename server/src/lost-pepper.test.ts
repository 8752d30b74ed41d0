import { readFileSync } from "node:fs"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { providerBase } from "@uc/contract/applications/calls"
import { keyedBy } from "./security/keyed.ts"
import { testPasswords } from "./testing/test-passwords.ts"
import { runAs } from "./testing/scratch-database.ts"
import { testApp } from "./testing/test-app.ts"

const manual = readFileSync(new URL("../../docs/operations.zh-CN.md", import.meta.url), "utf8")
const chapter = /^## PEPPER 丢失$([^]*?)^## /m.exec(manual)?.[1] ?? ""

/** What the chapter has an operator type into psql. */
function statements(): string[] {
  const block = /```sql\n([^]*?)```/.exec(chapter)?.[1] ?? ""
  const lines = block.split("\n").map((line) => line.trim().replace(/;$/, ""))
  return lines.filter((line) => line !== "" && line !== "begin" && line !== "commit")
}

test("[OPS-8] the chapter on a lost pepper has the same statements for both kinds of databases", () => {
  const typed = /printf '%s\\n' ([^]*?)\| runuser/.exec(chapter)?.[1] ?? ""
  expect(statements().length).toBeGreaterThan(2)
  expect([...typed.matchAll(/"([^"]+)"/g)].map(([, statement]) => statement)).toEqual(statements())
})

test("[OPS-8] the chapter on a lost pepper clears every column that only the old pepper opens", async () => {
  const { database } = await testApp()
  const { rows } = await database.systemDb.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'sealed|secret$' order by 1, 2`)
  expect(rows.length).toBeGreaterThan(5)
  const kept = rows.filter(
    ({ table, column }) =>
      !statements().some(
        (each) => each === `delete from ${table}` || each.startsWith(`update ${table} set ${column} = null`),
      ),
  )
  expect(kept).toEqual([])
})

test("[OPS-8] after a lost pepper and its chapter, applications sign people on with a new one", async () => {
  const site = await testApp()
  const { app, url } = site
  const keysOf = (one: typeof app) =>
    one.inject({ url: `${providerBase}/jwks`, headers: { host: "localhost" } })
  expect((await keysOf(app)).statusCode).toBe(200)
  const pepper = "a pepper that was made after the other one was lost"
  const parts = { keyed: keyedBy(pepper), passwords: testPasswords(pepper) }
  await runAs(url, "select set_config('uc.reach', 'all', false)", ...statements())
  expect((await keysOf((await site.another(parts)).app)).statusCode).toBe(200)
})
