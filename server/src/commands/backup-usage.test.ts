import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { manageCalls } from "@uc/contract/manage/calls"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { orTell } from "./site-command.ts"
import { assertSame } from "../db/backup/verify-archive.ts"
import { testApp, type TestApp } from "../testing/test-app.ts"
import { runCommand } from "../testing/test-site.ts"
import { main as backup } from "./backup.ts"
import { main as move } from "./move.ts"
import { main as restore } from "./restore.ts"

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const BACKUP_PASSPHRASE = "four words and a number 7"
const area = mkdtempSync(join(scratchPlace(), "user-centre-usage-"))
chmodSync(area, 0o711)
const DATA_DIR = join(area, "data")
const file = join(area, "site.backup")
const words = join(area, "passphrase")

let app: TestApp
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  writeFileSync(words, `${BACKUP_PASSPHRASE}\n`)
})
afterAll(async () => {
  for (const work of clean) await work()
  rmSync(area, { recursive: true, force: true })
})

const site = () => ({ DATABASE_URL: app.url, PEPPER: inject("pepper"), DATA_DIR })
const toldBy = async (main: typeof backup, argv: readonly string[], variables = {}) => {
  const { code, said } = await runCommand(main, argv, { DATA_DIR, BACKUP_PASSPHRASE, ...variables })
  return `${code} ${said}`
}

test("[OPS-1] the commands say what they take, and what of it is missing or wrong", async () => {
  for (const [main, name, option] of [
    [backup, "backup", "--to <file>"],
    [restore, "restore", "--from <file>"],
    [move, "move", "--to <DATABASE_URL>"],
  ] as const) {
    expect(await toldBy(main, ["--help"])).toMatch(new RegExp(`^0 npm run ${name} -- ${option}.*\n\n\\w`))
    const usage = new RegExp(`^1 .*\nnpm run ${name} -- ${option}`)
    expect(await toldBy(main, [])).toMatch(usage)
    expect(await toldBy(main, ["--bogus"])).toMatch(usage)
  }
})

test("[OPS-1] what can't be reached or read is one sentence, without a place in the program", async () => {
  const nobody = { ...site(), DATABASE_URL: "postgresql://uc@127.0.0.1:1/uc" }
  const told = [
    await toldBy(backup, ["--to", file], nobody),
    await toldBy(restore, ["--from", area]),
    await toldBy(restore, ["--from", join(area, "nothing")]),
    await toldBy(restore, ["--from", words]),
    await toldBy(backup, ["--to", file, "--passphrase-file", join(area, "nothing")], site()),
    await toldBy(backup, ["--to", file], { ...site(), BACKUP_PASSPHRASE: "short" }),
  ]
  expect(told).toEqual([
    expect.stringMatching(/^1 The database can't be reached: .*ECONNREFUSED/),
    `1 ${area} is no file.`,
    expect.stringMatching(/^1 .*nothing can't be opened: ENOENT/),
    `1 ${words} is no backup of this product.`,
    expect.stringMatching(/^1 --passphrase-file can't be read: ENOENT/),
    expect.stringMatching(/^1 These variables can't be used:\n {2}BACKUP_PASSPHRASE: /),
  ])
  expect(told.filter((said) => said.includes("    at "))).toEqual([])
  expect(existsSync(file)).toBe(false)
})

test("[OPS-1] a full disk is said so by every command, whoever found it", async () => {
  for (const code of ["53100", "ENOSPC"]) {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    await orTell(() => Promise.reject(Object.assign(new Error("could not extend file"), { code })))
    process.exitCode = undefined
    expect(said.mock.lastCall?.[0]).toMatch(/^The disk is full: could not extend file .*Make room/)
    said.mockRestore()
  }
})

test("[OPS-1] the passphrase out of a file; --verify alone checks a file; the manage page shows it", async () => {
  const variables = { ...site(), BACKUP_PASSPHRASE: "" }
  const made = await toldBy(backup, ["--to", file, "--passphrase-file", words], variables)
  expect(made).toMatch(/^0 Backup +.*site\.backup/)
  const { backup: shown } = await (await app.as("platform")).send(manageCalls.overview, {})
  expect(shown).toMatchObject({ last: { state: "done", isVerified: false }, isOld: false })

  const before = readdirSync(area)
  expect(await toldBy(restore, ["--from", file, "--verify"])).toMatch(/^0 Backup[^]*\nVerified +restored/)
  expect(
    await toldBy(restore, ["--from", file, "--verify"], { BACKUP_PASSPHRASE: `${BACKUP_PASSPHRASE}!` }),
  ).toMatch(/^1 This is not the passphrase/)
  const cut = join(area, "cut.backup")
  writeFileSync(cut, readFileSync(file))
  truncateSync(cut, readFileSync(file).length - 10)
  expect(await toldBy(restore, ["--from", cut, "--verify"])).toMatch(/^1 .*is cut off/)
  rmSync(cut)
  // Neither a database nor secrets: it was only looked at.
  expect([readdirSync(area), readdirSync(DATA_DIR)]).toEqual([
    [...new Set([...before, "data"])].toSorted(),
    [],
  ])
})

test("[OPS-1] Ctrl-C ends a backup and a check in order: no part of a file, no scratch database", async () => {
  const seen = async (found: () => boolean) => {
    await expect.poll(found, { interval: 1, timeout: 60_000 }).toBe(true)
  }
  const to = join(area, "stopped.backup")
  const making = toldBy(backup, ["--to", to], site())
  await seen(() => readdirSync(area).some((name) => name.endsWith(".part")))
  process.emit("SIGINT")
  expect(await making).toBe("1 Stopped.")
  expect(readdirSync(area).filter((name) => name.startsWith("stopped"))).toEqual([])

  const checking = toldBy(restore, ["--from", file, "--verify"])
  await seen(() => existsSync(join(DATA_DIR, "verify", "postgres", "postmaster.pid")))
  process.emit("SIGTERM")
  expect(await checking).toBe("1 Stopped.")
  expect(readdirSync(DATA_DIR)).toEqual([])
})

test("[OPS-1] a table that lacks rows, or has others, is named with both counts", () => {
  const sums = (more: object) => new Map([["person", { rows: 3, sha256: "a", ...more }]])
  const compared =
    (restored: object, written = {}) =>
    () =>
      assertSame(sums(written), sums(restored))
  expect(compared({})).not.toThrow()
  expect(compared({ rows: 2 })).toThrow("person (3 rows written, 2 restored)")
  expect(compared({ sha256: "b" })).toThrow("differs from what was written: person")
  // Of a table with parts the order says nothing, the rows do.
  expect(compared({ sha256: "b", ofRows: "x" }, { ofRows: "x" })).not.toThrow()
  expect(compared({ ofRows: "y" }, { ofRows: "x" })).toThrow("person")
  expect(() => assertSame(sums({}), new Map())).toThrow("person (3 rows written, none restored)")
})
