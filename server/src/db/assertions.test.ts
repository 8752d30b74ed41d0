import { expect, inject, test } from "vitest"
import { passwordsWith } from "../passwords.ts"
import { assertSamePepper } from "./assert-same-pepper.ts"
import { assertTrustworthy } from "./assert-trustworthy.ts"
import { databaseUrl, scratchDatabase } from "./scratch.ts"

test("a database whose passwords were stored with another pepper is refused", async () => {
  const { url, drop } = await scratchDatabase()
  await expect(
    assertSamePepper(url, passwordsWith("another pepper, 32 characters long").kid),
  ).rejects.toThrow("another pepper")
  await assertSamePepper(url, passwordsWith(inject("pepper")).kid)
  await drop()
})

test("a superuser is refused, because the walls would not bind it", async () => {
  await expect(assertTrustworthy(inject("adminUrl"))).rejects.toThrow("row-level security would not bind it")
})

test("a database that forgets what it confirmed is refused", async () => {
  // The tests' own database is such a one: fsync is off.
  await expect(assertTrustworthy(databaseUrl(inject("adminUrl"), "uc", "uc"))).rejects.toThrow("fsync = off")
})

test("a database that is not there is told with the reason", async () => {
  await expect(assertTrustworthy("postgresql://uc@127.0.0.1:1/uc")).rejects.toThrow("can't be reached")
})
