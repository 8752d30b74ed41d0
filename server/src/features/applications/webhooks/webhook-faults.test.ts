import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import {
  webhookLimits,
  webhookMessages,
  webhookPlace,
  webhookRings,
} from "@uc/contract/applications/webhooks"
import { noticeCalls } from "@uc/contract/notices/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { deleteExpired } from "../../../scheduler/delete-expired.ts"
import { listening } from "../../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { rowsIn } from "../../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { ringOfFailures } from "./ring-of-failures.ts"
import { accept, answering, receiver, told } from "../../../testing/webhooks/test-receiver.ts"

let app: TestApp
let head: TestClient
let orgid: string
let people: string[]
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  await listening(app)
  head = await app.as("head-a1")
  orgid = (await head.send(accountCalls.current, {})).orgid
  await rowsIn(
    app,
    sql`insert into person (org_id, account, name, usertype)
    select ${orgid}, 'fault.' || n, '故障' || n, 30 from generate_series(1, 4) n`,
  )
  const rows = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from person where account like 'fault.%' order by id`,
  )
  people = rows.map(({ id }) => id)
})
afterAll(async () => {
  for (const work of clean) await work()
})

const soon = { timeout: 8000, interval: 30 }
let names = 0
/** Something about them has changed. */
async function change(...ids: readonly (string | undefined)[]): Promise<void> {
  names += 1
  await rowsIn(
    app,
    sql`update person set name = ${`改名${names}`} where id = any (${sql.param(ids)}::bigint[])`,
  )
}
/** Time passes: pauses between tries are over. */
const later = (id: string) =>
  rowsIn(
    app,
    sql`with w as (update application_webhook set paused_until = null where application_id = ${id})
    update webhook_delivery set next_at = now() where application_id = ${id} and next_at is not null`,
  )
const pausedS = async (id: string) =>
  (
    await rowsIn<{ s: number | null }>(
      app,
      sql`select round(extract(epoch from paused_until - now()))::int as s from application_webhook where application_id = ${id}`,
    )
  )[0]?.s
const persons = ["person"] as const
const remove = async (id: string) => {
  // What was changed until now is nothing to the next one.
  await expect.poll(() => rowsIn(app, sql`select from directory_change`), soon).toEqual([])
  await grantFor(app, head, "application-delete")
  await head.send(applicationAdminCalls.remove, { id })
}

test("[SSO-5][SSO-8] one that answers 500 for an hour keeps the order, and then gets everything", async () => {
  const { address, received, behaviour, typesOf } = await receiver(clean, () =>
    answering(500, "数据库\u0000忙"),
  )
  const { entry, states, shown } = await told(app, head, address, { name: "五百", objects: [...persons] })
  const [a, b] = people
  await change(a)
  await expect.poll(states, soon).toMatchObject([{ answer: "500", tries: 1, waits: true, isTold: false }])
  expect((await shown()).deliveries[0]).toMatchObject({ answerWords: "数据库 忙" })
  await change(a)
  await rowsIn(app, sql`update person set disabled_at = now() where id = ${a}`)
  await change(b)
  await expect.poll(() => pausedS(entry.id), soon).toBeGreaterThan(2)
  // An hour of it: the pauses grow, and the second change of the person is not sent before the first was accepted.
  for (const [failures, pause] of [
    [1, 15],
    [2, 60],
    [6, 60],
    [7, 60],
  ] as const) {
    await rowsIn(
      app,
      sql`update application_webhook set failures = ${failures} where application_id = ${entry.id}`,
    )
    await later(entry.id)
    await expect.poll(() => pausedS(entry.id), soon).toBeGreaterThan(pause * 0.9)
  }
  expect(new Set(typesOf(a ?? ""))).toEqual(new Set(["person.changed"]))
  expect(
    new Set(received.filter(({ notice }) => notice.id === a).map(({ notice }) => notice.sequence)).size,
  ).toBe(1)
  await rowsIn(
    app,
    sql`update application_webhook set failing_since = now() - interval '1 hour' where application_id = ${entry.id}`,
  )
  const listed = async () =>
    (await head.send(applicationAdminCalls.list, {})).applications.find((row) => row.id === entry.id)?.webhook
  expect(await listed()).toMatchObject({ isOff: false, givenUp: 0 })
  expect((await listed())?.failingSince).not.toBeNull()

  behaviour.answer = () => accept
  received.length = 0
  await later(entry.id)
  await expect
    .poll(() => typesOf(a ?? ""), soon)
    .toEqual(["person.changed", "person.changed", "person.disabled"])
  expect(typesOf(b ?? "")).toEqual(["person.changed"])
  expect((await listed())?.failingSince).toBeNull()
  expect(await pausedS(entry.id)).toBeNull()
  await rowsIn(app, sql`update person set disabled_at = null where id = ${a}`)
  await remove(entry.id)
})

test("[SSO-5] a notice that is never accepted holds up its own object alone, until it is given up", async () => {
  const [bad, good] = people
  const { address, received, behaviour, typesOf } = await receiver(clean, ({ notice }) =>
    notice.id === bad ? answering(422) : accept,
  )
  const { entry, states } = await told(app, head, address, { name: "毒药", objects: [...persons] })
  await change(bad)
  await expect.poll(states, soon).toMatchObject([{ answer: "422" }])
  await change(bad, good)
  await expect.poll(() => typesOf(good ?? ""), soon).toEqual(["person.changed"])
  await expect(head.send(webhookCalls.resend, { id: entry.id })).rejects.toThrow(webhookMessages.notGivenUp)
  await rowsIn(
    app,
    sql`update webhook_delivery set tried_until = now() - interval '1 second' where application_id = ${entry.id} and told_at is null`,
  )
  await later(entry.id)
  await expect
    .poll(states, soon)
    .toMatchObject([
      { answer: "422", isTold: false, waits: false },
      { isTold: true },
      { answer: "422", isTold: false, waits: false },
    ])
  behaviour.answer = () => accept
  received.length = 0
  expect(await head.send(webhookCalls.resend, { id: entry.id })).toEqual({ resent: 2 })
  await expect.poll(() => typesOf(bad ?? ""), soon).toEqual(["person.changed", "person.changed"])
  await remove(entry.id)
})

test("[SSO-5] its managers are told once that it fails, that it works again, or gave something up", async () => {
  const { address, behaviour } = await receiver(clean, () => answering(500))
  const { entry, states } = await told(app, head, address, { name: "铃声", objects: [...persons] })
  const fail = async () => {
    behaviour.answer = () => answering(500)
    await change(people[0])
    await expect.poll(async () => (await states())[0], soon).toMatchObject({ answer: "500" })
  }
  const failsFor = (minutes: number) =>
    rowsIn(
      app,
      sql`update application_webhook set failing_since = now() - make_interval(mins => ${minutes}::int) where application_id = ${entry.id}`,
    )
  const titles = async (by: TestClient) =>
    (await by.send(noticeCalls.bell, {})).items
      .filter(({ place }) => place === webhookPlace(entry.id))
      .map(({ title, isRead }) => ({ title, isRead }))
  const told500 = { title: webhookRings.failing("铃声"), isRead: false }
  await fail()
  await failsFor(webhookLimits.failingMinutes - 1)
  expect(await ringOfFailures(app.database)).toBe(0)
  await failsFor(webhookLimits.failingMinutes + 1)
  // Two processes, and the next run: once for each of them.
  const runs = await Promise.all([ringOfFailures(app.database), ringOfFailures(app.database)])
  expect(Math.min(...runs)).toBe(0)
  expect(Math.max(...runs)).toBeGreaterThan(0)
  expect(await ringOfFailures(app.database)).toBe(0)
  expect(await titles(head)).toEqual([told500])
  expect(await titles(await app.as("teacher-a1"))).toEqual([])
  expect(await titles(await app.as("head-a2"))).toEqual([])

  behaviour.answer = () => accept
  await later(entry.id)
  await expect.poll(() => titles(head), soon).toEqual([{ ...told500, title: webhookRings.works("铃声") }])
  // One that was short was told to nobody, and neither is its end.
  await fail()
  behaviour.answer = () => accept
  await later(entry.id)
  await expect.poll(async () => (await states())[0]?.isTold, soon).toBe(true)
  expect(
    await rowsIn(app, sql`select from bell_ring where key like ${`webhook-works:${entry.id}:%`}`),
  ).toHaveLength(Math.max(...runs))
  // Another period is told as well.
  await fail()
  await failsFor(webhookLimits.failingMinutes + 1)
  expect(await ringOfFailures(app.database)).toBe(Math.max(...runs))

  await rowsIn(
    app,
    sql`update webhook_delivery set tried_until = now() - interval '1 second' where application_id = ${entry.id} and told_at is null`,
  )
  await later(entry.id)
  await expect.poll(async () => (await states())[0]?.waits, soon).toBe(false)
  expect(await ringOfFailures(app.database)).toBe(Math.max(...runs))
  expect(await ringOfFailures(app.database)).toBe(0)
  expect(await titles(head)).toEqual([{ ...told500, title: webhookRings.givenUp("铃声") }])
  // What an administrator has switched off is no failure.
  await rowsIn(app, sql`delete from bell_ring where place = ${webhookPlace(entry.id)}`)
  await rowsIn(app, sql`update application_webhook set is_off = true where application_id = ${entry.id}`)
  expect(await ringOfFailures(app.database)).toBe(0)
  await remove(entry.id)
})

test("[SSO-8] who hangs holds up nobody; no redirect and no unlisted address is followed", async () => {
  const inner = await receiver(clean)
  const hanging = await receiver(clean, () => () => {})
  const redirecting = await receiver(clean, () => (_request, response) => {
    response.writeHead(307, { location: inner.address }).end()
  })
  const quick = await receiver(clean)
  const wanted = { objects: [...persons] }
  const hung = await told(app, head, hanging.address, { name: "挂起", ...wanted })
  const cases = {
    redirect: await told(app, head, redirecting.address, { name: "跳转", ...wanted }),
    inner: await told(app, head, "https://127.0.0.1:9/hook", { name: "内网", ...wanted }),
    plain: await told(app, head, "https://127.0.0.1:9/hook", { name: "明文", ...wanted }),
    unreachable: await told(app, head, "http://127.0.0.1:9/hook", { name: "无人", ...wanted }),
    // A name is looked up when it is connected to, and what it leads to is compared.
    certificate: await told(app, head, await tlsAddress(), { name: "证书", ...wanted }),
  }
  // Saved while the network was listed; one that is not is refused on saving, in a sentence.
  const innerId = cases.inner.entry.id
  await rowsIn(
    app,
    sql`update application_webhook set address = 'https://10.1.2.3/hook' where application_id = ${innerId}`,
  )
  // Saved as a name of a listed network, which leads outside now: what a notice says does not go there unencrypted.
  await rowsIn(
    app,
    sql`update application_webhook set address = 'http://8.8.8.8/hook' where application_id = ${cases.plain.entry.id}`,
  )
  for (const address of [
    "https://10.1.2.3/hook",
    "https://[fd00::1]/hook",
    "http://169.254.169.254/latest",
  ]) {
    await grantFor(app, head, "application")
    const saved = { id: innerId, address, objects: [...persons], isOff: false }
    const refused = await head.request(webhookCalls.save, saved)
    expect([address, refused.statusCode, refused.json().msg]).toEqual([address, 400, webhookMessages.inner])
  }
  const fast = await told(app, head, quick.address, { name: "及时", ...wanted })
  const [, , c] = people
  await change(c)
  await change(c)
  await expect.poll(() => quick.typesOf(c ?? ""), { timeout: 5000, interval: 30 }).toHaveLength(2)
  for (const [answer, { states }] of Object.entries(cases))
    await expect.poll(async () => (await states()).at(-1), soon).toMatchObject({ isTold: false, answer })
  expect(inner.received).toEqual([])
  // Within its time limit, and the next one of the same object has not been sent meanwhile.
  await expect
    .poll(async () => (await hung.states()).at(-1), {
      timeout: webhookLimits.answerS * 1000 + 3000,
      interval: 100,
    })
    .toMatchObject({ answer: "timeout" })
  expect(hanging.received.length).toBe(1)
  for (const { entry } of [hung, fast, ...Object.values(cases)]) await remove(entry.id)
})

async function tlsAddress(): Promise<string> {
  const { createServer } = await import("node:https")
  const { selfSignedCertificate } = await import("../../../testing/self-signed-certificate.ts")
  const server = createServer(
    selfSignedCertificate({ names: ["localhost"], days: 1 }),
    (_request, response) => response.end(),
  ).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  clean.unshift(async () => void server.close())
  const address = server.address()
  return `https://localhost:${typeof address === "object" ? address?.port : 0}/hook`
}

test("[SSO-5] two processes send each notice once, and what a killed one had taken again", async () => {
  const { address, received, load } = await receiver(
    clean,
    () => (_request, response) => void setTimeout(() => response.writeHead(204).end(), 60),
  )
  const { entry, states } = await told(app, head, address, { name: "两个进程", objects: [...persons] })
  const { app: second } = await app.another()
  await second.listen({ port: 0, host: "127.0.0.1" })
  for (let round = 0; round < 5; round++) await change(...people)
  await expect.poll(() => received.length, soon).toBe(20)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(received).toHaveLength(20)
  expect(load.most).toBeLessThanOrEqual(2 * webhookLimits.parallel)
  for (const id of people) {
    const numbers = received.filter(({ notice }) => notice.id === id).map(({ notice }) => notice.sequence)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  }
  // Taken and never answered: the lease of the process that died ends.
  received.length = 0
  const [last] = await rowsIn<{ id: string }>(
    app,
    sql`update webhook_delivery set told_at = null, answer = null, tries = 1, next_at = now() + interval '2 seconds'
      where id = (select max(id) from webhook_delivery where application_id = ${entry.id}) returning id::text`,
  )
  await expect.poll(() => received.length, soon).toBe(1)
  expect(received[0]?.headers["webhook-id"]).toBe(`msg_${last?.id}`)
  await expect
    .poll(async () => (await states())[0], soon)
    .toMatchObject({ answer: "204", isTold: true, tries: 2 })
  await remove(entry.id)
})

test("[SSO-5] what is disabled, switched off or removed in between gets nothing any more", async () => {
  const { address, received } = await receiver(clean)
  const { entry, states, shown } = await told(app, head, address, { name: "停用", objects: [...persons] })
  const queued = async () => {
    await rowsIn(
      app,
      sql`update application_webhook set paused_until = now() + interval '1 minute' where application_id = ${entry.id}`,
    )
    await change(people[0])
    await expect.poll(async () => (await states())[0]?.waits, soon).toBe(true)
  }
  await queued()
  await rowsIn(app, sql`update application set disabled_at = now() where id = ${entry.id}`)
  await later(entry.id)
  await expect.poll(states, soon).toMatchObject([{ answer: "disabled", waits: false, isTold: false }])
  // While it is disabled nothing is kept for it either.
  await change(people[0])
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(await states()).toHaveLength(1)
  await expect(head.send(webhookCalls.test, { id: entry.id })).rejects.toThrow(webhookMessages.disabled)
  await rowsIn(app, sql`update application set disabled_at = null where id = ${entry.id}`)
  expect((await shown()).webhook).toMatchObject({ givenUp: 1, waiting: 0 })
  await queued()
  await remove(entry.id)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(received).toEqual([])
  expect(await rowsIn(app, sql`select from webhook_delivery where application_id = ${entry.id}`)).toEqual([])
  // And with nobody to tell nothing is noted at all.
  await change(people[0])
  expect(await rowsIn(app, sql`select from directory_change`)).toEqual([])
})

test("[SSO-5] an import of many people arrives a few at a time, and is forgotten after a day", async () => {
  const many = 600
  const { address, received, load } = await receiver(clean)
  const { entry } = await told(app, head, address, { name: "导入", objects: [...persons] })
  await rowsIn(
    app,
    sql`insert into person (org_id, account, name, usertype)
    select ${orgid}, 'many.' || n, '许多' || n, 30 from generate_series(1, ${many}::int) n`,
  )
  await expect.poll(() => received.length, { timeout: 60_000, interval: 200 }).toBe(many)
  expect(load.most).toBeLessThanOrEqual(2 * webhookLimits.parallel)
  expect(new Set(received.map(({ notice }) => notice.id)).size).toBe(many)
  // Page by page down to the first, each once.
  const pages: string[][] = []
  let older: string | null | undefined
  while (older !== null && pages.length < many) {
    const page = await head.send(webhookCalls.details, { id: entry.id, ...(older && { before: older }) })
    pages.push(page.deliveries.map((each) => each.id))
    older = page.older
  }
  expect(pages.map((page) => page.length)).toEqual(
    Array.from({ length: many / webhookLimits.shown }, () => webhookLimits.shown),
  )
  const shown = pages.flat().map(Number)
  expect(shown).toEqual([...new Set(shown)].toSorted((one, other) => other - one))
  const left = async () =>
    (
      await rowsIn<{ n: number }>(
        app,
        sql`select count(*)::int as n from webhook_delivery where application_id = ${entry.id}`,
      )
    )[0]?.n
  await expect
    .poll(async () => (await head.send(webhookCalls.details, { id: entry.id })).webhook?.waiting, soon)
    .toBe(0)
  await rowsIn(
    app,
    sql`update webhook_delivery set answered_at = now() - interval '25 hours',
    told_at = case when id % 100 = 0 then null else told_at end where application_id = ${entry.id}`,
  )
  await deleteExpired(app.database)
  // What was given up is shown for longer.
  expect(await left()).toBeLessThanOrEqual(many / 100 + 1)
  expect(await left()).toBeGreaterThan(0)
  await remove(entry.id)
}, 120_000)
