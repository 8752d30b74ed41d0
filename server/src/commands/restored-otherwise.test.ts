import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { verifyBackup } from "../db/backup/make-backup.ts"
import { openArchive } from "../db/backup/open-archive.ts"
import type { SiteSource, TableSum } from "../db/backup/site-source.ts"
import { verifyArchive } from "../db/backup/verify-archive.ts"
import { writeArchive } from "../db/backup/write-archive.ts"
import { scratchDatabase } from "../testing/scratch-database.ts"
import { runCommand } from "../testing/test-site.ts"
import { main as backup } from "./backup.ts"
import { main as restore } from "./restore.ts"

// Real databases are made, started and stopped.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** A test says how much room there is. */
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>()
  return { ...real, statfs: vi.fn(real.statfs) }
})

const passphrase = "four words and a number 7"
const area = mkdtempSync(join(scratchPlace(), "user-centre-otherwise-"))
chmodSync(area, 0o711)
const whole = join(area, "whole.backup")
const demo: { url: string; drop: () => Promise<void> } = { url: "", drop: async () => {} }

const site = (name: string) => ({ DATA_DIR: join(area, name), BACKUP_PASSPHRASE: passphrase })
const source = (name: string) => ({ ...site(name), DATABASE_URL: demo.url, PEPPER: inject("pepper") })

beforeAll(async () => {
  Object.assign(demo, await scratchDatabase())
  const made = await runCommand(backup, ["--to", whole], source("source"))
  if (made.code !== 0) throw new Error(made.said)
})

afterAll(async () => {
  await demo.drop()
  rmSync(area, { recursive: true, force: true })
})

interface Other {
  readonly info?: (info: SiteSource["info"]) => SiteSource["info"]
  /** Of the areas. */
  readonly rows?: (rows: string) => string
  readonly counted?: (sum: TableSum) => TableSum
}

/** The backup once more, whole and sealed as it should be, and yet not as the product would have made it. */
async function otherArchive(name: string, { info, rows, counted }: Other): Promise<string> {
  const archive = await openArchive(whole, passphrase)
  const file = join(area, `${name}.backup`)
  const other: SiteSource = {
    ...archive,
    info: info?.(archive.info) ?? archive.info,
    async *blocksOf(table) {
      const blocks: Buffer[] = []
      for await (const block of archive.blocksOf(table)) blocks.push(Buffer.from(block))
      const text = Buffer.concat(blocks).toString()
      const content = table.name === "area" ? (rows?.(text) ?? text) : text
      yield Buffer.from(content)
      const sum = {
        rows: content.split("\n").length - 1,
        sha256: createHash("sha256").update(content).digest("hex"),
      }
      return table.name === "area" ? (counted?.(sum) ?? sum) : sum
    },
  }
  const { secrets } = archive
  await writeArchive(other, { file, secrets, passphrase, cost: 1024 }).finally(() => archive.close())
  return file
}

test("[OPS-1] rows that are others in the database than in the file are found, table by table", async () => {
  // The same number to PostgreSQL, which gives it back without the zero.
  const file = await otherArchive("zero", { rows: (rows) => `0${rows}` })
  const differs =
    /^1 What was restored differs from what was written: area \((\d+) rows written, \1 restored\)/
  const checked = await runCommand(restore, ["--from", file, "--verify"], site("checked"))
  expect(`${checked.code} ${checked.said}`).toMatch(differs)
  const restored = await runCommand(restore, ["--from", file], site("restored"))
  expect(`${restored.code} ${restored.said}`).toMatch(differs)
})

test("[OPS-1] a backup is compared with what was read from the site, not with itself alone", async () => {
  const dataDir = join(area, "compared")
  const { info, sums } = await verifyArchive({ file: whole, passphrase, dataDir })
  const rows = (sums.get("area")?.rows ?? 0) + 1
  const read = new Map([...sums, ["area", { rows, sha256: "" }] as const])
  await expect(
    verifyBackup({ file: whole, bytes: 0, info, sums: read }, { passphrase, dataDir }),
  ).rejects.toThrow(`area (${rows} rows written, ${rows - 1} restored)`)
})

test("[OPS-1] backup --verify that could not verify says so and fails; the file stays", async () => {
  vi.mocked(statfs).mockResolvedValue({ bavail: 1000, bsize: 4096 } as Awaited<ReturnType<typeof statfs>>)
  onTestFinished(() => void vi.mocked(statfs).mockReset())
  const file = join(area, "unverified.backup")
  const { code, said } = await runCommand(backup, ["--to", file, "--verify"], source("unverified"))
  expect([code, said, existsSync(file)]).toEqual([1, expect.stringContaining("Not verified: There is"), true])
  expect(said).not.toMatch(/^Verified/m)
})

test("[OPS-1] a table that was counted otherwise, or a file without its end, restores nothing", async () => {
  const more = await otherArchive("more", { counted: (sum) => ({ ...sum, rows: sum.rows + 1 }) })
  const counted = await runCommand(restore, ["--from", more], site("more"))
  expect(`${counted.code} ${counted.said}`).toMatch(
    /^1 Of the table area \d+ rows were restored, and \d+ were/,
  )
  const cut = join(area, "cut.backup")
  writeFileSync(cut, readFileSync(whole).subarray(0, -1))
  const ended = await runCommand(restore, ["--from", cut], site("cut"))
  expect(`${ended.code} ${ended.said}`).toMatch(/^1 .* is cut off: it ends within its end/)
  for (const name of ["more", "cut"]) expect(existsSync(join(area, name, "secrets.json"))).toBe(false)
})

test("[OPS-1] a migration that is another one here is refused by name, before a folder is made", async () => {
  const file = await otherArchive("changed", {
    info: (info) => ({
      ...info,
      migrations: info.migrations.map((each, at) => (at === 0 ? { ...each, hash: "x" } : each)),
    }),
  })
  const { code, said } = await runCommand(restore, ["--from", file], site("changed"))
  expect(`${code} ${said}`).toMatch(/^1 Its migration 0000_schema is not the one that this program has/)
  expect(existsSync(join(area, "changed"))).toBe(false)
})
