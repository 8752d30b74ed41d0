import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { contractions, lastFree } from "./migration-rules.ts"
import { root } from "./prepare.mjs"

const folder = join(root, "server", "src", "db", "migrations")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }

test("[OPS-8] no migration breaks the release before it", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"))
  expect(files).toContain(`${lastFree}.sql`)
  const found = files.flatMap((file) =>
    contractions(
      { name: file.replace(/\.sql$/, ""), sql: readFileSync(join(folder, file), "utf8") },
      version,
    ),
  )
  expect(found, "CONTRIBUTING.md says what to do instead: expand and contract").toEqual([])
})

const found = (sql: string, name = "9999_x") => contractions({ name, sql }, "1.3.0")

test.each([
  'ALTER TABLE "person" DROP COLUMN "phone";',
  "alter table person add column a text,\n  drop column if exists phone",
  'DROP TABLE "person" CASCADE;',
  "drop function enable_row_security()",
  'ALTER TABLE "person" RENAME COLUMN "phone" TO "mobile";',
  'ALTER TABLE "person" RENAME TO "people";',
  'ALTER TABLE "person" ALTER COLUMN "phone" SET NOT NULL;',
  'ALTER TABLE "person" ALTER COLUMN "phone" SET DATA TYPE bigint USING phone::bigint;',
  "alter table person alter column phone type bigint",
  "alter table person alter column phone drop default",
  'ALTER TABLE "person" ADD COLUMN "mobile" text NOT NULL;',
  "alter table person add column amount numeric(10, 2) not null, add column b text",
])("[OPS-8] a migration that says %j is refused", (sql) => {
  expect(found(sql)).toHaveLength(1)
})

test.each([
  'ALTER TABLE "person" ADD COLUMN "mobile" text;',
  "ALTER TABLE person ADD COLUMN mobile text DEFAULT '' NOT NULL;",
  "alter table person add column a int, add column b text default 'x' not null",
  'ALTER TABLE "person" ALTER COLUMN "phone" DROP NOT NULL;',
  "alter table person alter column phone set default ''; alter table person alter column phone set not null",
  'CREATE TABLE "visit" ("id" bigint NOT NULL); ALTER TABLE "visit" ADD COLUMN "a" text NOT NULL;',
  "create function f() returns void as $$ begin drop table x; end $$ language plpgsql",
  "-- drop table person\nselect 1",
  "insert into t values ('alter table x drop column y')",
  "alter index a rename to b",
  "drop trigger t on person; drop policy p on person; drop index i",
])("[OPS-8] a migration that says %j is in order", (sql) => {
  expect(found(sql)).toEqual([])
})

test("[OPS-8] what an earlier release has stopped using may go, and the file names that release", () => {
  const drop = "alter table person drop column phone"
  expect(found(`-- contract: unused since 1.2.0\n${drop}`)).toEqual([])
  expect(found(`-- contract: unused since 1.3.0\n${drop}`)).toHaveLength(2)
  expect(found(`-- contract: unused since long ago\n${drop}`)).toHaveLength(1)
  expect(found(drop, lastFree)).toEqual([])
})
