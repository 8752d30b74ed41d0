import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { openDatabase, type Database } from "../db/open.ts"
import { scratchDatabase } from "../testing/scratch-database.ts"
import { unrestricted } from "../db/scope.ts"
import { longestLock, type Counter } from "./attempt-rules.ts"
import { attemptSucceeded, returnAttempt } from "./attempt-statements.ts"
import { countAttempt, countReauthAttempt, reauthSucceeded } from "./attempts.ts"

const ofAccount: Counter[] = [
  { scope: "account", key: "somebody" },
  { scope: "account-day", key: "somebody" },
]

async function databases(): Promise<[Database, Database]> {
  const scratch = await scratchDatabase()
  const both: [Database, Database] = [
    openDatabase(scratch.url, () => {}),
    openDatabase(scratch.url, () => {}),
  ]
  onTestFinished(async () => {
    await Promise.all(both.map((database) => database.close()))
    await scratch.drop()
  })
  return both
}

/** As if so many seconds had passed: everything that is stored is older. */
function pass(database: Database, seconds: number) {
  const gone = sql`make_interval(secs => ${seconds})`
  return database.transaction(unrestricted, (db) =>
    db.execute(
      sql`update auth_failure set window_start = window_start - ${gone}, locked_until = locked_until - ${gone}`,
    ),
  )
}

async function tries(database: Database, counters: Counter[], times: number) {
  const answers = []
  for (let n = 0; n < times; n++) answers.push(await countAttempt(database, counters))
  return answers
}

const minutesLocked = (locks: Parameters<typeof longestLock>[0]) =>
  Math.round((longestLock(locks)?.lockedS ?? 0) / 60)

test("[LOGIN-5] A6: the fifth attempt locks for 15, then 30, then 60 minutes, and 60 again", async () => {
  const [database] = await databases()
  for (const minutes of [15, 30, 60, 60]) {
    const made = await tries(database, ofAccount, 5)
    expect(made.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    expect(made.map(({ locks }) => minutesLocked(locks))).toEqual([0, 0, 0, 0, minutes])
    const sixth = await countAttempt(database, ofAccount)
    expect([sixth.ok, minutesLocked(sixth.locks)]).toEqual([false, minutes])
    await pass(database, minutes * 60 - 2)
    expect((await countAttempt(database, ofAccount)).ok).toBe(false)
    await pass(database, 2)
  }
})

test("[LOGIN-5] attempts 15 minutes apart do not add up, closer ones do", async () => {
  const [database] = await databases()
  await tries(database, ofAccount, 4)
  await pass(database, 15 * 60)
  expect((await tries(database, ofAccount, 4)).flatMap(({ locks }) => locks)).toEqual([])
  await pass(database, 15 * 60 - 2)
  expect(minutesLocked((await countAttempt(database, ofAccount)).locks)).toBe(15)
})

test("[LOGIN-5] A6: the level is forgotten by a success, and after 24 hours", async () => {
  const [database] = await databases()
  const lockOnce = async () => minutesLocked((await tries(database, ofAccount, 5)).at(-1)?.locks ?? [])
  expect(await lockOnce()).toBe(15)
  await pass(database, 15 * 60)
  await countAttempt(database, ofAccount)
  await database.transaction(unrestricted, (db) => db.execute(attemptSucceeded(ofAccount)))
  expect(await lockOnce()).toBe(15)
  await pass(database, 24 * 60 * 60 - 60)
  expect(await lockOnce()).toBe(30)
  await pass(database, 24 * 60 * 60)
  expect(await lockOnce()).toBe(15)
})

test("[LOGIN-5] A6: the fiftieth attempt within 24 hours is the last one of the day", async () => {
  const [database] = await databases()
  let made = 0
  for (let hours = 0; hours < 24; hours += 1.01) {
    made += (await tries(database, ofAccount, 8)).filter(({ ok }) => ok).length
    await pass(database, 1.01 * 60 * 60)
  }
  expect(made).toBe(50)
})

test("[LOGIN-5] of 200 attempts from two processes, 40 at once, exactly five are allowed", async () => {
  const [one, other] = await databases()
  const answers = []
  // Two pools of 20 connections: more would only wait for one.
  for (let round = 0; round < 5; round++)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 40 }, (_, n) => countAttempt(n % 2 === 0 ? one : other, ofAccount)),
      )),
    )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  expect(answers.filter(({ ok, locks }) => !ok && minutesLocked(locks) === 15)).toHaveLength(195)
})

test("[LOGIN-5] an attempt that was not made is given back, with the lock that it set", async () => {
  const [database] = await databases()
  await tries(database, ofAccount, 5)
  await database.transaction(unrestricted, (db) => returnAttempt(db, ofAccount))
  const [fifth, sixth] = await tries(database, ofAccount, 2)
  expect([fifth?.ok, minutesLocked(fifth?.locks ?? []), sixth?.ok]).toEqual([true, 15, false])
})

test("[LOGIN-5] a locked address uses up no attempts of an account", async () => {
  const [database] = await databases()
  const address: Counter = { scope: "address", key: "192.0.2.1" }
  await tries(database, [address], 200)
  expect((await tries(database, [...ofAccount, address], 9)).some(({ ok }) => ok)).toBe(false)
  expect((await tries(database, ofAccount, 4)).every(({ ok, locks }) => ok && locks.length === 0)).toBe(true)
})

test("A8: an address counts from its first failure; a success gives back itself", async () => {
  const [database] = await databases()
  const address: Counter[] = [{ scope: "address", key: "192.0.2.1" }]
  await tries(database, address, 199)
  await database.transaction(unrestricted, (db) => db.execute(attemptSucceeded(address)))
  const [again, last, refused] = await tries(database, address, 3)
  expect([again?.locks.length, last?.locks.length, refused?.ok]).toEqual([0, 1, false])
  await pass(database, 10 * 60)
  await tries(database, address, 150)
  await pass(database, 9 * 60)
  await tries(database, address, 40)
  await pass(database, 60)
  expect((await tries(database, address, 199)).every(({ locks }) => locks.length === 0)).toBe(true)
})

test("[AUTH-6] A7: five wrong factors lock a session for 15 minutes, ten of a person end it", async () => {
  const [database] = await databases()
  const first = { sessionId: randomUUID(), personId: "7" }
  for (let n = 0; n < 5; n++)
    expect(await countReauthAttempt(database, first)).toEqual({ ok: true, isLast: false })
  expect(await countReauthAttempt(database, first)).toEqual({
    ok: false,
    retryAfterS: expect.closeTo(15 * 60, -1),
  })
  await pass(database, 15 * 60)
  for (let n = 0; n < 5; n++)
    expect(await countReauthAttempt(database, first)).toEqual({ ok: true, isLast: n === 4 })
  const second = { ...first, sessionId: randomUUID() }
  expect(await countReauthAttempt(database, second)).toEqual({
    ok: false,
    retryAfterS: expect.closeTo(60 * 60, -1),
  })
})

test("[AUTH-6] a right factor resets the counters of session and person", async () => {
  const [database] = await databases()
  const who = { sessionId: randomUUID(), personId: "7" }
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 5; n++) expect(await countReauthAttempt(database, who)).toMatchObject({ ok: true })
    await reauthSucceeded(database, who)
  }
})

test("[AUTH-6] of 40 attempts at once from two processes five are allowed", async () => {
  const [one, other] = await databases()
  const who = { sessionId: randomUUID(), personId: "7" }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => countReauthAttempt(n % 2 === 0 ? one : other, who)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
})
