import { randomUUID } from "node:crypto"
import { alarmCalls, nowMinutes, recordsTotalAtMost } from "@uc/contract/alarms/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const wire = (moment: Date) =>
  new Date(moment.getTime() + 8 * 3600_000).toISOString().slice(0, 19).replace("T", " ")

/** Directly in the database, so that a test decides whether the event is published. */
async function alarm(
  app: TestApp,
  org: string,
  { isAnnounced, minutesAgo = 0 }: { isAnnounced: boolean; minutesAgo?: number },
) {
  const uuid = randomUUID()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
      select ${uuid}, id, area_path, 'gas', 1, now() - make_interval(mins => ${minutesAgo}) from organisation where id = ${org}`)
    if (isAnnounced) await publishEvent(db, "alarms", org)
  })
  return uuid
}

const newestOf = async (client: TestClient) => (await client.send(alarmCalls.records, {})).items[0]?.uuid

/** From the second request on the process listens for events and caches. */
async function remembering(app: TestApp, client: TestClient): Promise<void> {
  const { orgid } = await client.send(accountCalls.current, {})
  let seen = await newestOf(client)
  for (let tries = 0; ; tries++) {
    const added = await alarm(app, orgid, { isAnnounced: false })
    const now = await newestOf(client)
    if (now === seen && now !== added) return
    expect(tries).toBeLessThan(500)
    seen = now
  }
}

test("[WARN-7] an unchanged list answers 304; a new alarm comes with another tag", async () => {
  const app = await testApp()
  const [head, stranger] = [await app.as("head-a1"), await app.as("head-b1")]
  const { orgid } = await head.send(accountCalls.current, {})
  const ask = (client: TestClient, at: number, tag?: string) =>
    client.request(
      alarmCalls.records,
      { starttime: "2026-01-01 00:00:00", endtime: wire(new Date(Date.now() + at)), request_timestamp: at },
      tag === undefined ? {} : { "if-none-match": tag },
    )
  const first = await ask(head, 0)
  const tag = String(first.headers.etag)
  expect(first.headers["cache-control"]).toBe("no-store")
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await ask(head, 1000, known)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", tag])
  }
  expect((await ask(stranger, 0, tag)).statusCode).toBe(200)
  const uuid = await alarm(app, orgid, { isAnnounced: true })
  await vi.waitUntil(async () => (await ask(head, 2000, tag)).statusCode === 200)
  const news = await ask(head, 3000, tag)
  expect([news.json().data.items[0].uuid, news.headers.etag === tag]).toEqual([uuid, false])
})

test("[WARN-7] a cached answer has all headers and its own request id", async () => {
  const app = await testApp({ nowMs: () => 0 })
  const head = await app.as("head-a1")
  await remembering(app, head)
  const plain = await head.request(accountCalls.current, {})
  const again = await head.request(alarmCalls.records, {})
  expect(Object.keys(again.headers).toSorted()).toEqual([...Object.keys(plain.headers), "etag"].toSorted())
  for (const name of ["content-security-policy", "cache-control", "content-type", "x-frame-options"])
    expect(again.headers[name]).toBe(plain.headers[name])
  expect(again.headers["x-request-id"]).not.toBe(plain.headers["x-request-id"])
  expect(Number(again.headers["content-length"])).toBe(Buffer.byteLength(again.body))
})

test("[WARN-7] a list is cached for a second, and only until something new is in reach", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const [head, bureau, stranger] = [
    await app.as("head-a1"),
    await app.as("bureau-a"),
    await app.as("head-b1"),
  ]
  const [orgid, foreign] = await Promise.all(
    [head, stranger].map(async (client) => (await client.send(accountCalls.current, {})).orgid),
  )
  if (!orgid || !foreign) throw new Error("no organisation")
  for (const client of [head, bureau]) await remembering(app, client)
  const [before, ofBureau] = [await newestOf(head), await newestOf(bureau)]
  // Another area's alarm changes nothing, and is not seen.
  const elsewhere = await alarm(app, foreign, { isAnnounced: true })
  await vi.waitUntil(async () => (await newestOf(stranger)) === elsewhere)
  expect([await newestOf(head), await newestOf(bureau)]).toEqual([before, ofBureau])

  const own = await alarm(app, orgid, { isAnnounced: true })
  await vi.waitUntil(async () => (await newestOf(head)) === own)
  expect(await newestOf(bureau)).toBe(own)

  await remembering(app, head)
  const unannounced = await alarm(app, orgid, { isAnnounced: false })
  expect(await newestOf(head)).not.toBe(unannounced)
  nowMs += 1001
  expect(await newestOf(head)).toBe(unannounced)
})

test("[WARN-1] an end within the last minutes means now; an older one is kept", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const uuid = await alarm(app, orgid, { isAnnounced: true })
  const until = async (minutes: number) => {
    const endtime = wire(new Date(Date.now() - minutes * 60_000))
    const { items } = await head.send(alarmCalls.records, { endtime, limit: 200 })
    return items.some((item) => item.uuid === uuid)
  }
  expect([await until(nowMinutes - 1), await until(nowMinutes + 1)]).toEqual([true, false])
})

test("[WARN-1] the total is counted up to the badge's limit; pages beyond it exist", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
      select gen_random_uuid(), o.id, o.area_path, 'gas', 1, now() - make_interval(secs => n)
      from organisation o, generate_series(1, ${recordsTotalAtMost + 100}) n where o.id = ${orgid}`),
  )
  expect((await head.send(alarmCalls.records, {})).total).toBe(recordsTotalAtMost)
  const beyond = await head.send(alarmCalls.records, { start: recordsTotalAtMost + 50, limit: 10 })
  expect([beyond.items.length, beyond.total]).toEqual([10, recordsTotalAtMost + 60])
  expect((await head.send(alarmCalls.records, { start: 100_000 })).items).toEqual([])
})
