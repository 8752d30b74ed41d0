import { sql, type SQL } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import type { Database } from "../../db/open.ts"
import { twoProcesses } from "../../testing/scratch-databases.ts"
import { unrestricted } from "../../db/scope.ts"
import { keyedBy } from "../keyed.ts"
import type { SmsGateway, SmsMessage } from "./sms-gateway.ts"
import { deliverDue, queueSms, runOutbox } from "./sms-outbox.ts"

const keyed = keyedBy(inject("pepper"))
const content = { phone: "13800000001", text: "【用户中心】您的验证码是123456" }

const run = <T extends Record<string, unknown>>(database: Database, statement: SQL) =>
  database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)
const queue = (database: Database, count = 1) =>
  database.transaction(unrestricted, async (db) => {
    for (let n = 0; n < count; n++)
      await queueSms(db, keyed, "gateway", { ...content, text: `${content.text}${n}` })
  })
const rows = (database: Database) =>
  run<{ state: string; tries: number; isWiped: boolean; waits: number }>(
    database,
    sql`select state, tries, sealed is null as "isWiped",
        extract(epoch from next_at - now())::float8 as waits from sms_outbox order by created_at`,
  )
const passTime = (database: Database, seconds: number) =>
  run(
    database,
    sql`update sms_outbox set next_at = next_at - make_interval(secs => ${seconds}),
        created_at = created_at - make_interval(secs => ${seconds})`,
  )

function outbox(
  database: Database,
  answer: (message: SmsMessage) => Promise<void> = () => Promise.resolve(),
) {
  const received: SmsMessage[] = []
  const warnings: string[] = []
  const gateway: SmsGateway = (message) => {
    received.push(message)
    return answer(message)
  }
  return { received, warnings, database, keyed, gateway, warn: (line: string) => void warnings.push(line) }
}

test("the content of a sent message is deleted", async () => {
  const [database] = await twoProcesses()
  await queue(database)
  const parts = outbox(database)
  expect(await deliverDue(parts)).toBe(1)
  expect(parts.received).toEqual([{ id: expect.any(String), phone: content.phone, text: `${content.text}0` }])
  expect(await rows(database)).toMatchObject([{ state: "sent", tries: 1, isWiped: true }])
  expect(await deliverDue(parts)).toBe(0)
})

test("a message is tried three times with growing pauses, then given up and deleted", async () => {
  const [database] = await twoProcesses()
  await queue(database)
  const parts = outbox(database, () => Promise.reject(new Error("the gateway answered 500")))
  await deliverDue(parts)
  const [first] = await rows(database)
  expect(first).toMatchObject({ state: "waiting", tries: 1, isWiped: false })
  expect(await deliverDue(parts)).toBe(0)
  await passTime(database, 5)
  await deliverDue(parts)
  const [second] = await rows(database)
  expect(second).toMatchObject({ state: "waiting", tries: 2, isWiped: false })
  expect(second?.waits).toBeGreaterThan((first?.waits ?? 0) + 5)
  await passTime(database, 20)
  await deliverDue(parts)
  expect(await rows(database)).toMatchObject([{ state: "failed", tries: 3, isWiped: true }])
  expect(new Set(parts.received.map(({ id }) => id)).size).toBe(1)
  expect(parts.received).toHaveLength(3)
  expect(parts.warnings).toHaveLength(3)
  expect(parts.warnings.at(-1)).toContain("given up")
  // Its id is random, and may have any three digits.
  const [{ id } = { id: "" }] = parts.received
  expect(parts.warnings.join().replaceAll(id, "its id")).not.toMatch(/138|验证码|123456/)
})

test("two processes at the same time send each message once", async () => {
  const [a, b] = await twoProcesses()
  await queue(a, 40)
  const parts = [outbox(a), outbox(b)]
  for (let n = 0; n < 4; n++) await Promise.all(parts.map((each) => deliverDue(each)))
  const sent = parts.flatMap(({ received }) => received.map(({ text }) => text))
  expect(sent).toHaveLength(40)
  expect(new Set(sent).size).toBe(40)
})

test("a message of a process that died is sent by another one with the same id", async () => {
  const [dying, other] = await twoProcesses()
  await queue(dying)
  let isTaken = () => {}
  const taken = new Promise<void>((resolve) => {
    isTaken = resolve
  })
  const dead = outbox(dying, () => {
    isTaken()
    return new Promise(() => {})
  })
  void deliverDue(dead)
  await taken
  const parts = outbox(other)
  expect(await deliverDue(parts)).toBe(0)
  await passTime(other, 15)
  expect(await deliverDue(parts)).toBe(1)
  expect(parts.received).toEqual(dead.received)
  expect(await rows(other)).toMatchObject([{ state: "sent", tries: 2 }])
})

test("a message has at most three attempts, and none after its expiry", async () => {
  const [database] = await twoProcesses()
  await queue(database, 2)
  await run(
    database,
    sql`update sms_outbox set tries = 3 where id = (select id from sms_outbox order by created_at limit 1)`,
  )
  await run(database, sql`update sms_outbox set created_at = now() - interval '301 seconds' where tries = 0`)
  const parts = outbox(database)
  expect(await deliverDue(parts)).toBe(0)
  expect(parts.received).toEqual([])
  const left = await rows(database)
  expect(left.map(({ state, isWiped }) => [state, isWiped])).toEqual([
    ["failed", true],
    ["failed", true],
  ])
})

test("messages are sent after a restart, new ones at once, and stop waits for the last", async () => {
  const [before, after] = await twoProcesses()
  await queue(before)
  await before.close()
  const parts = outbox(after)
  const worker = runOutbox(parts)
  await expect.poll(() => parts.received.length, { timeout: 10_000 }).toBe(1)
  await queue(after, 25)
  worker.nudge()
  await expect.poll(() => parts.received.length, { timeout: 10_000 }).toBe(26)
  await worker.stop()
  expect((await rows(after)).every(({ state, isWiped }) => state === "sent" && isWiped)).toBe(true)
  await queue(after)
  worker.nudge()
  expect((await rows(after)).filter(({ state }) => state === "waiting")).toHaveLength(1)
  expect(parts.received).toHaveLength(26)
})

test("after a failure of the database the next run sends", async () => {
  const [database, other] = await twoProcesses()
  await queue(other)
  let isAway = true
  const flaky: Database = {
    ...database,
    transaction: (scope, work) =>
      isAway ? Promise.reject(new Error("away")) : database.transaction(scope, work),
  }
  const parts = { ...outbox(database), database: flaky }
  const worker = runOutbox(parts)
  await Promise.resolve()
  isAway = false
  await expect.poll(() => parts.received.length, { timeout: 10_000 }).toBe(1)
  await worker.stop()
  expect(await rows(other)).toMatchObject([{ state: "sent" }])
})
