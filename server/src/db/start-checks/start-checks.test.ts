import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { passwordsWith } from "../../security/sign-in/passwords.ts"
import { assertDataDir } from "./assert-data-dir.ts"
import { assertDemoWorld } from "./assert-demo-world.ts"
import { assertNoDemoAccounts } from "./assert-no-demo-accounts.ts"
import { assertSamePepper } from "./assert-same-pepper.ts"
import { assertTrustworthy } from "./assert-trustworthy.ts"
import { warnOfClock } from "./warn-of-clock.ts"
import { databaseUrl, runAs, scratchDatabase } from "../../testing/scratch-database.ts"

const reachAll = "select set_config('uc.reach', 'all', false)"

async function ownDatabase(): Promise<string> {
  const { url, drop } = await scratchDatabase()
  onTestFinished(drop)
  return url
}

test("a database whose passwords were stored with another pepper is refused", async () => {
  const { url, drop } = await scratchDatabase()
  await expect(
    assertSamePepper(url, passwordsWith("another pepper, 32 characters long").kid),
  ).rejects.toThrow("another pepper")
  await assertSamePepper(url, passwordsWith(inject("pepper")).kid)
  await drop()
})

test("a superuser is refused, because row-level security would not bind it", async () => {
  await expect(assertTrustworthy(inject("adminUrl"))).rejects.toThrow("row-level security would not bind it")
})

test("a database that may lose what it has confirmed is refused", async () => {
  // The tests' own database is such a one: fsync is off.
  await expect(assertTrustworthy(databaseUrl(inject("adminUrl"), "uc", "uc"))).rejects.toThrow("fsync = off")
})

test("a database that can't be reached is refused with the reason", async () => {
  await expect(assertTrustworthy("postgresql://uc@127.0.0.1:1/uc")).rejects.toThrow("can't be reached")
})

const peppers = [
  "the pepper of the one machine, 32 characters",
  "the pepper of the other machine, 32 characters",
]

test("[BARE-18] of two peppers at once on an empty database exactly one is accepted, for good", async () => {
  const url = await ownDatabase()
  await runAs(url, reachAll, "delete from credential", "delete from pepper_mark")
  const kids = peppers.map((pepper) => passwordsWith(pepper).kid)
  const outcomes = await Promise.allSettled(kids.map((kid) => assertSamePepper(url, kid)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  // The next time too, in either order.
  for (const [at, { status }] of outcomes.entries()) {
    const again = assertSamePepper(url, kids[at] ?? "")
    if (status === "fulfilled") await again
    else await expect(again).rejects.toThrow(/started on this database first .*Set PEPPER to that one/)
  }
})

test("[BARE-18] a database without a stored pepper name gets that of the pepper that fits it", async () => {
  const url = await ownDatabase()
  await runAs(url, reachAll, "delete from pepper_mark")
  const [stranger = ""] = peppers
  await expect(assertSamePepper(url, passwordsWith(stranger).kid)).rejects.toThrow("another pepper")
  await assertSamePepper(url, passwordsWith(inject("pepper")).kid)
  await runAs(url, reachAll, "delete from credential")
  await expect(assertSamePepper(url, passwordsWith(stranger).kid)).rejects.toThrow("another pepper")
})

test("[OPERATE-6] a pepper that is set before there is anybody is taken, unless another process runs", async () => {
  const url = await ownDatabase()
  const [first = "", second = ""] = peppers.map((pepper) => passwordsWith(pepper).kid)
  await runAs(url, reachAll, "truncate organisation cascade", "truncate pepper_mark")
  await assertSamePepper(url, first)
  const other = new pg.Client({ connectionString: url, application_name: "user-centre events 31 other" })
  await other.connect()
  await expect(assertSamePepper(url, second, "user-centre events 31 own")).rejects.toThrow("another pepper")
  await other.end()
  // PostgreSQL forgets a connection a moment after its end.
  await vi.waitFor(() => assertSamePepper(url, second, "user-centre events 31 own"))
  await assertSamePepper(url, second)
})

test("[BARE-12] without demo mode demo accounts are refused with number, reason and advice", async () => {
  const url = await ownDatabase()
  const refused = assertNoDemoAccounts(url, passwordsWith(inject("pepper")), "HOST is 0.0.0.0")
  await expect(refused).rejects.toThrow(
    /^\d\d+ of this database's accounts \(platform, .* …\) have the demo password/,
  )
  await expect(refused).rejects.toThrow(/demo mode is off \(HOST is 0\.0\.0\.0\)\. For a trial set DEMO=on\./)
})

test("[BARE-12] one known account with the demo password is refused until disabled or changed", async () => {
  const url = await ownDatabase()
  const passwords = passwordsWith(inject("pepper"))
  const check = () => assertNoDemoAccounts(url, passwords, "DEMO=off is set")
  const own = await passwords.hash(createHash("md5").update("Gui-lin_2026").digest("hex").toUpperCase())
  await runAs(url, reachAll, "update person set account = 'Admin' where account = 'platform'")
  await runAs(
    url,
    reachAll,
    `update credential set phc = '${own}'
    where person_id <> (select id from person where account = 'Admin')`,
  )
  await expect(check()).rejects.toThrow("1 of this database's accounts (Admin) have the demo password")
  await runAs(url, reachAll, "update person set disabled_at = now() where account = 'Admin'")
  await check()
  await runAs(url, reachAll, `update person set disabled_at = null`, `update credential set phc = '${own}'`)
  await check()
})

test("[OPERATE-2] demo mode is refused over organisations that the demo data did not make", async () => {
  const url = await ownDatabase()
  await assertDemoWorld(url)
  await runAs(url, reachAll, "update organisation set is_demo = false")
  await expect(assertDemoWorld(url)).rejects.toThrow(
    /^Demo mode is on, but this database is not a demo: it holds 8 organisations \(平台, .* …\) that .* Set DEMO=off/,
  )
})

test("[OPERATE-6] a database of another encoding is refused at the start as by doctor", async () => {
  const name = `ascii_${randomBytes(6).toString("hex")}`
  const admin = inject("adminUrl")
  await runAs(admin, `create database ${name} owner uc encoding 'SQL_ASCII' locale 'C' template template0`)
  onTestFinished(() => runAs(admin, `drop database ${name} with (force)`))
  await expect(assertTrustworthy(databaseUrl(admin, "uc", name))).rejects.toThrow("encoded as SQL_ASCII")
})

test("[OPERATE-6] a DATA_DIR that can't be written is refused where it is needed, and warned of elsewhere", async () => {
  const folder = mkdtempSync(join(tmpdir(), "uc-data-dir-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const warned: string[] = []
  const warn = (line: string) => void warned.push(line)
  await assertDataDir(join(folder, "made"), true, warn)
  await assertDataDir(join(folder, "away"), false, warn)
  writeFileSync(join(folder, "file"), "")
  const below = join(folder, "file", "data")
  await expect(assertDataDir(below, true, warn)).rejects.toThrow(
    /^DATA_DIR \(.*file\/data\) can't be written \(E/,
  )
  expect(warned).toEqual([])
  await assertDataDir(below, false, warn)
  expect(warned).toEqual([expect.stringContaining("nothing can be archived there")])
})

test("[OPERATE-9] a clock that is more than 60 s from the database's is warned of at the start", async () => {
  const url = await ownDatabase()
  const warned: string[] = []
  await warnOfClock(url, (line) => void warned.push(line))
  await warnOfClock(
    url,
    (line) => void warned.push(line),
    () => Date.now() - 50_000,
  )
  expect(warned).toEqual([])
  await warnOfClock(
    url,
    (line) => void warned.push(line),
    () => Date.now() + 90_000,
  )
  expect(warned).toEqual([expect.stringMatching(/^This machine's clock is (89|90|91) s from the database's/)])
})
