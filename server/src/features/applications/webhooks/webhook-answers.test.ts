import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import { webhookLimits, webhookPlace, webhookRings } from "@uc/contract/applications/webhooks"
import { noticeCalls } from "@uc/contract/notices/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { listening } from "../../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { rowsIn } from "../../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { accept, answering, receiver, told } from "../../../testing/webhooks/test-receiver.ts"
import { ringOfFailures } from "./ring-of-failures.ts"

let app: TestApp
let head: TestClient
let people: string[]
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  await listening(app)
  head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const rows = await rowsIn<{ id: string }>(
    app,
    sql`insert into person (org_id, account, name, usertype)
      select ${orgid}, 'answers.' || n, '应答' || n, 30 from generate_series(1, 4) n returning id::text`,
  )
  people = rows.map(({ id }) => id)
})
afterAll(async () => {
  for (const work of clean) await work()
})

const soon = { timeout: 8000, interval: 30 }
let names = 0
async function change(...ids: readonly (string | undefined)[]): Promise<void> {
  names += 1
  await rowsIn(
    app,
    sql`update person set name = ${`应答改名${names}`} where id = any (${sql.param(ids)}::bigint[])`,
  )
}
const pausedS = async (id: string) =>
  (
    await rowsIn<{ s: number | null }>(
      app,
      sql`select round(extract(epoch from paused_until - now()))::int as s from application_webhook where application_id = ${id}`,
    )
  )[0]?.s ?? null
const nextS = async (id: string) =>
  (
    await rowsIn<{ s: number | null }>(
      app,
      sql`select round(extract(epoch from next_at - now()))::int as s from webhook_delivery
        where application_id = ${id} and next_at is not null order by id limit 1`,
    )
  )[0]?.s ?? null
const retry = (id: string) =>
  rowsIn(
    app,
    sql`update webhook_delivery set next_at = now() where application_id = ${id} and next_at is not null`,
  )
const remove = async (id: string) => {
  await expect.poll(() => rowsIn(app, sql`select from directory_change`), soon).toEqual([])
  await grantFor(app, head, "application-delete")
  await head.send(applicationAdminCalls.remove, { id })
}

test("[SSO-16] a notice that fails for hours leaves the notices of other objects untouched", async () => {
  const [bad, good, other] = people
  const { address, typesOf } = await receiver(clean, ({ notice }) =>
    notice.id === bad ? answering(500) : accept,
  )
  const { entry, states } = await told(app, head, address, { name: "一条失败", objects: ["person"] })
  await change(bad)
  await expect.poll(() => nextS(entry.id), soon).toBeLessThanOrEqual(5)
  expect(await pausedS(entry.id)).toBeNull()
  // Its own pause grows with its tries, and nobody else's.
  await rowsIn(
    app,
    sql`update webhook_delivery set tries = 3, next_at = now() where application_id = ${entry.id}`,
  )
  await expect.poll(() => nextS(entry.id), soon).toBeGreaterThan(200)
  expect(await pausedS(entry.id)).toBeNull()
  await change(bad, good)
  await expect.poll(() => typesOf(good ?? ""), soon).toEqual(["person.changed"])
  await change(other)
  await expect.poll(() => typesOf(other ?? ""), soon).toEqual(["person.changed"])
  // The second change of the failing one waits behind its first.
  expect((await states()).filter(({ waits }) => waits)).toHaveLength(2)
  await remove(entry.id)
})

test("[SSO-16] notices of several objects that fail pause the receiver for a minute at most", async () => {
  const { address } = await receiver(clean, () => answering(500))
  const { entry } = await told(app, head, address, { name: "多条失败", objects: ["person"] })
  await change(...people)
  await expect.poll(() => pausedS(entry.id), soon).toBeGreaterThan(0)
  await rowsIn(
    app,
    sql`update application_webhook set failures = 20, paused_until = null where application_id = ${entry.id}`,
  )
  await retry(entry.id)
  await expect.poll(() => pausedS(entry.id), soon).toBeGreaterThan(50)
  expect(await pausedS(entry.id)).toBeLessThanOrEqual(60)
  await remove(entry.id)
})

test("[SSO-16] an answer 410 switches the webhook off, and its administrators see why", async () => {
  const { address, behaviour, received } = await receiver(clean, () => answering(410, "moved away"))
  const { entry, shown } = await told(app, head, address, { name: "已不存在", objects: ["person"] })
  await change(people[0], people[1])
  await expect.poll(async () => (await shown()).webhook, soon).toMatchObject({ isOff: true })
  const { webhook, deliveries } = await shown()
  expect(webhook?.goneAt).not.toBeNull()
  expect(deliveries.at(-1)).toMatchObject({ answerWords: "moved away", nextAt: null, isTold: false })
  const { applications } = await head.send(applicationAdminCalls.list, {})
  expect(applications.find(({ id }) => id === entry.id)?.webhook).toMatchObject({ isOff: true, isGone: true })
  const ring = async () =>
    (await head.send(noticeCalls.bell, {})).items.filter(({ place }) => place === webhookPlace(entry.id))
  await ringOfFailures(app.database)
  await ringOfFailures(app.database)
  expect((await ring()).map(({ title }) => title)).toEqual([webhookRings.gone("已不存在")])
  const before = received.length
  await change(people[0])
  // Saved again it is told again, and no reason is left.
  behaviour.answer = () => accept
  await grantFor(app, head, "application")
  await head.send(webhookCalls.save, { id: entry.id, address, objects: ["person"], isOff: false })
  expect((await shown()).webhook).toMatchObject({ isOff: false, goneAt: null })
  await change(people[2])
  await expect.poll(() => received.length, soon).toBeGreaterThan(before)
  await remove(entry.id)
})

test.each([
  ["90", 80, 90],
  ["999999", webhookLimits.retryAfterS - 10, webhookLimits.retryAfterS],
  [() => new Date(Date.now() + 600_000).toUTCString(), 580, 600],
  ["soon", 0, 5],
] as const)("[SSO-16] Retry-After %s with 503 counts, within bounds", async (given, least, most) => {
  const value = typeof given === "string" ? given : given()
  const { address } = await receiver(
    clean,
    () => (_request, response) => void response.writeHead(503, { "retry-after": value }).end(),
  )
  const { entry, states } = await told(app, head, address, { name: "稍后", objects: ["person"] })
  await change(people[0])
  await expect.poll(async () => (await states())[0], soon).toMatchObject({ answer: "503", tries: 1 })
  const waits = await nextS(entry.id)
  expect(waits).toBeGreaterThanOrEqual(least)
  expect(waits).toBeLessThanOrEqual(most)
  // The receiver has said so itself, so it is left alone with everything.
  if (least > 0) expect(await pausedS(entry.id)).toBeGreaterThanOrEqual(least)
  await remove(entry.id)
})
