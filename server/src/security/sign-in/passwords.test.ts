import { createHash } from "node:crypto"
import { verify } from "@node-rs/argon2"
import { expect, test } from "vitest"
import { passwordsWith, TooManyWaiting } from "./passwords.ts"

const md5 = createHash("md5").update("Demo@2026").digest("hex").toUpperCase()

test("[LOGIN-2] a record is argon2id over an HMAC, and does not match without the pepper", async () => {
  const passwords = passwordsWith("p".repeat(32))
  const record = await passwords.hash(md5)
  expect(record).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(md5, record)).toBe(true)
  expect(await passwords.matches(md5.replace(/^./, "0"), record)).toBe(false)
  expect(await verify(record, md5)).toBe(false)
  expect(await passwordsWith("q".repeat(32)).matches(md5, record)).toBe(false)
})

test("an account without a record never matches", async () => {
  const passwords = passwordsWith("p".repeat(32))
  expect(await passwords.matches(md5, null)).toBe(false)
})

test("two run, twenty wait, the next is refused", async () => {
  const passwords = passwordsWith("p".repeat(32))
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash(md5)))
  const sentAway = results.filter(({ status }) => status === "rejected")
  expect(sentAway).toHaveLength(8)
  for (const result of sentAway) expect(result).toMatchObject({ reason: expect.any(TooManyWaiting) })
})
