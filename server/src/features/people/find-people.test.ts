import { findMessages, peopleCalls } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, afterAll)
  await run(sql`update person set phone = null`)
  for (const [account, phone] of Object.entries(phones))
    await run(sql`update person set phone = ${phone} where account = ${account}`)
})

const phones = { "teacher-a1": "13800005678", "teacher-b1": "13900005678", "head-a1": "13700001234" } as const

async function run<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return app.database.transaction(unrestricted, async (db) => (await db.execute(query)).rows as Row[])
}

interface Known extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly pinyin: string
  readonly initials: string
}

async function personOf(account: string): Promise<Known> {
  const [row] = await run<Known>(
    sql`select id::text, name, pinyin, initials from person where account = ${account}`,
  )
  if (!row) throw new Error(`Nobody is called ${account}`)
  return row
}

async function found(account: string, words: string): Promise<string[]> {
  return (await (await app.as(account)).send(peopleCalls.find, { words })).map(({ id }) => id)
}

test("[DAY-12] a colleague is found by name, pinyin, initials and end of the masked phone", async () => {
  const { id, name, pinyin, initials } = await personOf("teacher-a1")
  const reading = (all: string) => all.split(" ")[0] ?? ""
  for (const words of [
    name,
    name.slice(0, 1),
    reading(pinyin),
    reading(initials).toUpperCase(),
    "5678",
    "005678",
  ])
    expect(await found("head-a1", words), words).toContain(id)
  expect(await found("head-a1", "678")).toEqual([])
  const [first] = await (await app.as("head-a1")).send(peopleCalls.find, { words: name })
  expect(first).toMatchObject({ id, phone: maskedPhone(phones["teacher-a1"]), mayCall: true, task: "give" })
})

test("[DAY-12] the search finds nobody out of the viewer's reach, and nobody who has left", async () => {
  const [own, foreign] = [await personOf("teacher-a1"), await personOf("teacher-b1")]
  expect(await found("head-a1", foreign.name)).not.toContain(foreign.id)
  expect(await found("head-a1", "5678")).toEqual([own.id])
  await run(sql`update person set disabled_at = now() where id = ${own.id}`)
  expect(await found("head-a1", own.name)).not.toContain(own.id)
  await run(sql`update person set disabled_at = null where id = ${own.id}`)
})

test("[DAY-12] a bureau's clerk finds the area's people by name, by phone only those whom they may call", async () => {
  const { id, name } = await personOf("teacher-a1")
  expect(await found("clerk-a", name)).toContain(id)
  expect(await found("clerk-a", "5678")).toEqual([])
  const [first] = (await (await app.as("clerk-a")).send(peopleCalls.find, { words: name })).filter(
    (one) => one.id === id,
  )
  expect(first).toMatchObject({ mayCall: false, task: null })
})

test("[DAY-12] the number to call is told of colleagues alone, and each telling is logged", async () => {
  const [own, other] = [await personOf("teacher-a1"), await personOf("teacher-b1")]
  const head = await app.as("head-a1")
  expect(await head.send(peopleCalls.phoneOf, { personid: own.id })).toEqual({ phone: phones["teacher-a1"] })
  const logged = await run(
    sql`select action from audit_log where action = 'people.phoneOf' and detail->>'person' = ${own.id}`,
  )
  expect(logged).toHaveLength(1)
  const refused = (account: string, personid: string) =>
    app.as(account).then((client) => client.send(peopleCalls.phoneOf, { personid }))
  await expect(refused("head-a1", other.id)).rejects.toThrow(replyMessages.outOfReach)
  await expect(refused("clerk-a", own.id)).rejects.toThrow(findMessages.mayNotCall)
  await expect(refused("head-a1", (await personOf("head-a1")).id)).resolves.toBeDefined()
  await run(sql`update person set is_parent = true where account = 'teacher-a1'`)
  await expect(refused("teacher-a1", (await personOf("head-a1")).id)).rejects.toThrow(findMessages.mayNotCall)
  await run(sql`update person set is_parent = false where account = 'teacher-a1'`)
})
