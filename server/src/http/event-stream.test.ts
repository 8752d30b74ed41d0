import { get, type IncomingMessage } from "node:http"
import { eventStream, eventTopics, streamLimits } from "@uc/contract/core/events"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { sql } from "drizzle-orm"
import type { FastifyInstance } from "fastify"
import { expect, onTestFinished, test, vi } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { everybody, publishEvent, type Audience } from "../realtime/publish-event.ts"
import { testApp, type TestApp, type TestClient } from "../testing/test-app.ts"

const path = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
const alarms = 'event: news\ndata: {"topic":"alarms"}\n\n'
const drills = 'event: news\ndata: {"topic":"drills"}\n\n'
const bell = 'event: news\ndata: {"topic":"bell"}\n\n'
const menus = 'event: news\ndata: {"topic":"menus"}\n\n'
/** The first event of every stream. */
const first = eventTopics.length
const firstText = eventTopics.map((topic) => `event: news\ndata: {"topic":"${topic}"}\n\n`).join("").length

interface Stream {
  readonly answer: IncomingMessage
  /** Everything so far but the line with the time until a reconnect. */
  received(): string
  /** Waits until the stream has sent this many events. */
  events(times: number): Promise<void>
  ended(): Promise<void>
}

async function open(app: FastifyInstance, { headers }: Pick<TestClient, "headers">): Promise<Stream> {
  const address = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: "127.0.0.1" })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${path}`, { headers, agent: false }, resolve).on("error", reject)
  })
  onTestFinished(() => void answer.destroy())
  let text = ""
  answer.setEncoding("utf8").on("data", (more: string) => (text += more))
  const ended = new Promise<void>((resolve) => answer.on("close", resolve).on("error", () => {}))
  const received = () => text.replace(/^retry: \d+\n\n/, "").replaceAll(":\n\n", "")
  return {
    answer,
    received,
    ended: () => ended,
    async events(times) {
      while (received().split("event: news").length - 1 < times)
        await new Promise((resolve) => answer.once("data", resolve).once("close", resolve))
    },
  }
}

/** Open, with its first event: from then on it gets every event. */
async function listening(app: FastifyInstance, client: TestClient): Promise<Stream> {
  const stream = await open(app, client)
  await stream.events(first)
  return stream
}

const tell = (app: TestApp, topic: "alarms" | "drills", org: string) =>
  app.database.transaction(unrestricted, (db) => publishEvent(db, topic, org))

const orgOf = async (client: TestClient) => (await client.send(accountCalls.current, {})).orgid

test("[WARN-7] a stream gets the alarms of its own area, and no event of another area", async () => {
  const app = await testApp()
  const [schoolA, bureauA, bureauB] = [
    await app.as("head-a1"),
    await app.as("bureau-a"),
    await app.as("bureau-b"),
  ]
  const another = await app.another()
  const [a, ownBureau] = [await listening(app.app, schoolA), await listening(app.app, bureauA)]
  // The other area's stream is in another process: events travel between them.
  const b = await listening(another.app, bureauB)
  expect(a.received()).toHaveLength(firstText)
  await tell(app, "alarms", await orgOf(schoolA))
  await Promise.all([a.events(first + 1), ownBureau.events(first + 1)])
  // A wrong event would come before the next one of b.
  await tell(app, "drills", await orgOf(bureauB))
  await b.events(first + 1)
  expect(b.received().slice(firstText)).toBe(drills)
  expect([a.received().slice(firstText), ownBureau.received().slice(firstText)]).toEqual([alarms, alarms])
})

test("[HOME-1] bell events reach the named people, the named area, or everybody", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const [hears, other] = [await listening(app.app, head), await listening(app.app, bureau)]
  const { id, areaid } = await head.send(accountCalls.current, {})
  const publish = (topic: "bell" | "menus", audience: Audience) =>
    app.database.transaction(unrestricted, (db) => publishEvent(db, topic, audience))
  await publish("bell", { people: [id, "1"] })
  await hears.events(first + 1)
  await publish("menus", everybody)
  await Promise.all([hears.events(first + 2), other.events(first + 1)])
  expect([hears.received().slice(firstText), other.received().slice(firstText)]).toEqual([
    bell + menus,
    menus,
  ])
  const area = await app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ path: string }>(sql`select path from area where id = ${areaid}`)
    return rows[0]?.path ?? ""
  })
  await publish("bell", { area })
  await Promise.all([hears.events(first + 3), other.events(first + 2)])
})

test("[HOME-5] switching a subscription sends a bell event to every device of the person", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const stream = await listening(app.app, teacher)
  await teacher.send(subscriptionCalls.save, { code: "notice", isSubscribed: false })
  await stream.events(first + 1)
  expect(stream.received().slice(firstText)).toBe(bell)
})

test("[WARN-7] a write that is rolled back sends no event", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const org = await orgOf(head)
  const stream = await listening(app.app, head)
  const rolledBack = app.database.transaction(unrestricted, async (db) => {
    await publishEvent(db, "alarms", org)
    throw new Error("rolled back")
  })
  await expect(rolledBack).rejects.toThrow("rolled back")
  await tell(app, "drills", org)
  await stream.events(first + 1)
  expect(stream.received().slice(firstText)).toBe(drills)
})

test("the answer is an unbuffered, uncached event stream with a reconnect time", async () => {
  const app = await testApp()
  const { answer } = await open(app.app, await app.as("head-a1"))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  })
  const [begun] = (await answer.take(1).toArray()) as string[]
  const [, ms] = /^retry: (\d+)\n\n/.exec(begun ?? "") ?? []
  expect(Number(ms)).toBeGreaterThanOrEqual(streamLimits.retryMs.least)
})

test("[ROLE-1] without a session there is no stream; a locked session may have one", async () => {
  const app = await testApp()
  const refused = await app.app.inject({ url: path })
  expect([refused.statusCode, refused.json()]).toEqual([
    401,
    { ret: 0, msg: replyMessages.signedOut, errtype: -1 },
  ])
  const head = await app.as("head-a1")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update session set last_active_at = now() - interval '31 minutes'`),
  )
  await listening(app.app, head)
})

test("an ended session's stream is closed within 30 s; a renewed token keeps it open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await testApp()
  const [leaving, staying] = [await app.as("head-a1"), await app.as("head-a2")]
  const [left, stays] = [await listening(app.app, leaving), await listening(app.app, staying)]
  await leaving.send(accountCalls.signOut, {})
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update session set token_hash = sha256('another') where revoked_at is null`),
  )
  vi.advanceTimersByTime(streamLimits.recheckMs)
  await left.ended()
  expect(left.received()).toMatch(/event: end\ndata: \{\}\n\n$/)
  const org = await app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from organisation where name = '甲二小学'`,
    )
    return rows[0]?.id ?? ""
  })
  await tell(app, "alarms", org)
  await stays.events(first + 1)
})

test("the 21st stream of a session is refused with a message", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  for (let n = 0; n < streamLimits.perSession; n++) await open(app.app, head)
  const { answer } = await open(app.app, head)
  expect(answer.statusCode).toBe(429)
})

test("a lost LISTEN connection is opened again, and every stream gets an event", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const stream = await listening(app.app, head)
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'user-centre events'`),
  )
  await stream.events(2 * first)
  await tell(app, "alarms", await orgOf(head))
  await stream.events(2 * first + 1)
})

test("a server that stops ends its streams instead of waiting for them", async () => {
  const app = await testApp()
  const another = await app.another()
  const stream = await listening(another.app, await app.as("head-a1"))
  await another.app.close()
  await stream.ended()
  expect(stream.received()).not.toContain("event: end")
})
