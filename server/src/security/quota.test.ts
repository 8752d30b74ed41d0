import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { openDatabase, type Database } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"
import { scratchDatabase } from "../testing/scratch-database.ts"
import { takeQuota, type QuotaLimit } from "./quota.ts"

async function databases(count: number): Promise<Database[]> {
  const scratch = await scratchDatabase()
  const opened = Array.from({ length: count }, () => openDatabase(scratch.url, () => {}))
  onTestFinished(async () => {
    for (const database of opened) await database.close()
    await scratch.drop()
  })
  return opened
}

const take = (database: Database, ...limits: QuotaLimit[]) =>
  database.transaction(unrestricted, (db) => takeQuota(db, limits))
const age = (database: Database, seconds: number) =>
  database.transaction(unrestricted, (db) =>
    db.execute(sql`update quota set bucket = bucket - make_interval(secs => ${seconds})`),
  )
const rows = (database: Database) =>
  database.transaction(unrestricted, async (db) => {
    const { rows: counted } = await db.execute<{ key: string; n: number }>(
      sql`select key, sum(n)::int as n from quota group by key order by key`,
    )
    return Object.fromEntries(counted.map(({ key, n }) => [key, n]))
  })

test("a used-up quota gives the wait, and frees what has left the window", async () => {
  const [database] = (await databases(1)) as [Database]
  const limit = { key: "a", seconds: 300, atMost: 2 }
  expect(await take(database, limit)).toEqual({ ok: true })
  await age(database, 100)
  expect(await take(database, limit)).toEqual({ ok: true })
  expect(await take(database, limit)).toEqual({ ok: false, key: "a", retryAfterS: 200 })
  await age(database, 198)
  expect(await take(database, limit)).toMatchObject({ ok: false, key: "a" })
  await age(database, 2)
  expect(await take(database, limit)).toEqual({ ok: true })
  expect(await take(database, limit)).toEqual({ ok: false, key: "a", retryAfterS: 100 })
})

test("a used-up limit leaves the others unchanged, and the transaction usable", async () => {
  const [database] = (await databases(1)) as [Database]
  const [phone, address] = [
    { key: "phone", seconds: 300, atMost: 1 },
    { key: "address", seconds: 3600, atMost: 30 },
  ]
  expect(await take(database, phone, address)).toEqual({ ok: true })
  const both = await database.transaction(unrestricted, async (db) => [
    await takeQuota(db, [address, phone]),
    await takeQuota(db, [{ key: "other", seconds: 60, atMost: 1 }]),
  ])
  expect(both).toMatchObject([{ ok: false, key: "phone", retryAfterS: 300 }, { ok: true }])
  expect(await rows(database)).toEqual({ address: 1, other: 1, phone: 1 })
})

test("one key with several windows is counted once, and the longest wait is given", async () => {
  const [database] = (await databases(1)) as [Database]
  const limits = [
    { key: "phone", seconds: 300, atMost: 1 },
    { key: "phone", seconds: 3600, atMost: 2 },
  ]
  expect(await take(database, ...limits)).toEqual({ ok: true })
  await age(database, 301)
  expect(await take(database, ...limits)).toEqual({ ok: true })
  expect(await take(database, ...limits)).toMatchObject({ ok: false, retryAfterS: 3600 - 301 })
  expect(await rows(database)).toEqual({ phone: 2 })
})

test("a rolled back transaction takes nothing, and a limit of 0 allows nothing", async () => {
  const [database] = (await databases(1)) as [Database]
  const limit = { key: "a", seconds: 60, atMost: 1 }
  const rolledBack = database.transaction(unrestricted, async (db) => {
    await takeQuota(db, [limit])
    throw new Error("rolled back")
  })
  await expect(rolledBack).rejects.toThrow("rolled back")
  expect(await take(database, limit)).toEqual({ ok: true })
  expect(await take(database, { key: "b", seconds: 60, atMost: 0 })).toMatchObject({ ok: false, key: "b" })
})

test("S3: two processes at once never exceed the limit, in any order of the keys", async () => {
  const [one, two] = (await databases(2)) as [Database, Database]
  const limits = [
    { key: "x", seconds: 3600, atMost: 17 },
    { key: "y", seconds: 3600, atMost: 30 },
  ]
  let ok = 0
  for (let round = 0; round < 4; round++) {
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        take(at % 2 === 0 ? one : two, ...(at % 3 === 0 ? limits.toReversed() : limits)),
      ),
    )
    ok += taken.filter((each) => each.ok).length
  }
  expect(ok).toBe(17)
  expect(await rows(one)).toEqual({ x: 17, y: 17 })
})
