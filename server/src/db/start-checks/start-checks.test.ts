import { createHash } from "node:crypto"
import { expect, inject, onTestFinished, test } from "vitest"
import { passwordsWith } from "../../security/sign-in/passwords.ts"
import { assertNoDemoAccounts } from "./assert-no-demo-accounts.ts"
import { assertSamePepper } from "./assert-same-pepper.ts"
import { assertTrustworthy } from "./assert-trustworthy.ts"
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
