import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { root } from "./prepare.mjs"

const migrations = join("server", "src", "db", "migrations")

/** The schema and the migrations as they are, in a folder where the latter may be added to. */
function copiedProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "user-centre-migration-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "server", "src", "db"), { recursive: true })
  for (const path of [migrations, join("server", "drizzle.config.ts")])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of ["node_modules", join("server", "src", "db", "schema")])
    symlinkSync(join(root, path), join(folder, path))
  return folder
}

function generate(folder: string, ...more: readonly string[]): string {
  const script = join(root, "scripts", "migration.mjs")
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...more], {
    cwd: folder,
    encoding: "utf8",
  })
  expect(status, stderr).toBe(0)
  return stdout
}

test("[LAYOUT-5] the schema in code asks for no migration beyond those that are there", () => {
  const folder = copiedProject()
  const before = readdirSync(join(folder, migrations))
  expect(generate(folder)).toContain("No schema changes")
  expect(readdirSync(join(folder, migrations))).toEqual(before)
})

test("[LAYOUT-5] added migrations keep only the newest snapshot, and the next one follows it", () => {
  const folder = copiedProject()
  const last = readdirSync(join(folder, migrations)).filter((name) => name.endsWith(".sql")).length - 1
  const no = (more: number) => String(last + more).padStart(4, "0")
  generate(folder, "--custom", "--name", "first")
  generate(folder, "--custom", "--name", "second")
  expect(readdirSync(join(folder, migrations))).toEqual(
    expect.arrayContaining([`${no(1)}_first.sql`, `${no(2)}_second.sql`]),
  )
  expect(readdirSync(join(folder, migrations, "meta")).toSorted()).toEqual([
    `${no(2)}_snapshot.json`,
    "_journal.json",
  ])
  expect(generate(folder)).toContain("No schema changes")
})

test("[LAYOUT-5] the schema has one baseline and one snapshot", () => {
  const files = readdirSync(join(root, migrations)).toSorted()
  expect(files.slice(0, 2)).toEqual(["0000_schema.sql", "0001_row_level_security.sql"])
  const snapshots = readdirSync(join(root, migrations, "meta")).filter((name) => !name.startsWith("_"))
  expect(snapshots).toHaveLength(1)
})
