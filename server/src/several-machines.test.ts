import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { idempotencyHeader } from "@uc/contract/core/http"
import { logCalls } from "@uc/contract/logs/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { sql } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { scraper } from "./http/metrics/scrape.ts"
import { openDatabase, type Database, type DatabaseOptions } from "./db/open.ts"
import { unrestricted } from "./db/scope.ts"
import { databaseFacts } from "./features/status/probes/database-facts.ts"
import { encodeEvent, eventChannel, everybody } from "./realtime/publish-event.ts"
import { runAs } from "./testing/scratch-database.ts"
import { testApp, type TestApp, type TestClient } from "./testing/test-app.ts"
import { primaryWithStandby, type Pair } from "./testing/test-standby.ts"

let pair: Pair

beforeAll(async () => {
  pair = await primaryWithStandby()
}, 120_000)
afterAll(() => pair.stop())

const said: string[] = []

function opened(url: string, options: DatabaseOptions = {}): Database {
  const database = openDatabase(url, () => {}, { say: (line) => said.push(line), ...options })
  onTestFinished(() => database.close().catch(() => {}))
  return database
}

async function appOn(
  url: string,
  options: DatabaseOptions = {},
): Promise<TestApp & { readonly database: Database }> {
  const database = opened(url, options)
  return { ...(await testApp({ database })), database }
}

/** A task whose comments are counted. */
let task = ""

async function giveTask(app: TestApp, client: TestClient): Promise<void> {
  if (task !== "") return
  const people = await app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id::text from person where account = 'teacher-a1'`,
    )
    return rows[0]?.id ?? ""
  })
  const wanted = { title: "换主", content: "", priority: 2, deadline: null, steps: [], repeat: null } as const
  task = (await client.send(taskCalls.create, { ...wanted, steps: [], people })).id
}

function comment(client: TestClient, text: string, key: string) {
  return client.request(taskCalls.comment, { id: task, text }, { [idempotencyHeader]: key })
}

/** As a browser does: what the answer sets is sent with the next request. */
function written(answer: {
  readonly cookies: readonly { name: string; value: string }[]
}): string | undefined {
  return answer.cookies.find(({ name }) => name === "uc_written")?.value
}

test("[OPS-5] reads that may lag are a replica's, never behind one's own write", async () => {
  const app = await appOn(pair.primary.url, { readUrl: pair.standby.url })
  const head = await app.as("head-a1")
  const counts = () => app.database.replicaCounts()
  const actions = async (cookie?: string) => {
    // The sign-in has set one too; a browser keeps the newest.
    const own = (head.headers["cookie"] ?? "").replace(/; uc_written=[^;]+/, "")
    const more = { cookie: cookie === undefined ? own : `${own}; uc_written=${cookie}` }
    const answer = await head.request(logCalls.audit, { limit: 50 }, more)
    expect(answer.statusCode).toBe(200)
    return answer.json<{ data: { items: { action: string }[] } }>().data.items.map(({ action }) => action)
  }
  // Once the process knows how far the primary is.
  await expect.poll(async () => (await actions(), counts()?.answered ?? 0)).toBeGreaterThan(0)
  const fresh = await actions()
  const direct = await (
    await app.another({ database: opened(pair.primary.url) })
  )
    .as(head)
    .send(logCalls.audit, { limit: 50 })
  // Behind the same scope there.
  expect(fresh).toEqual(direct.items.map(({ action }) => action))

  await runAs(pair.standby.adminUrl, "select pg_wal_replay_pause()")
  const exported = await head.request(logCalls.exportSignIns, {})
  expect(exported.statusCode).toBe(200)
  const position = written(exported)
  expect(position).toMatch(/^[0-9A-F]+-[0-9A-F]+$/)
  const before = counts()
  expect(await actions(position)).toContain("logs.exportSignIns")
  // What can't be read as a position is answered by the primary too.
  expect(await actions("nonsense")).toContain("logs.exportSignIns")
  expect(counts()).toMatchObject({
    answered: before?.answered,
    detours: { behind: (before?.detours.behind ?? 0) + 1 },
  })
  // Somebody else may be told what was a moment ago: it really was the replica.
  expect(await actions()).not.toContain("logs.exportSignIns")

  await runAs(pair.standby.adminUrl, "select pg_wal_replay_resume()")
  const answeredBefore = counts()?.answered ?? 0
  await expect
    .poll(async () => (await actions(position), counts()?.answered ?? 0))
    .toBeGreaterThan(answeredBefore)
  expect(await actions(position)).toContain("logs.exportSignIns")
  expect(said).toContainEqual(expect.stringContaining("too far behind"))
})

test("[OPS-4] a standby is counted; how far it is behind is told to a role that may see it", async () => {
  const factsAs = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    const query = async <Row extends object>(text: string) =>
      (await client.query(text)).rows as unknown as readonly Row[]
    return () => databaseFacts(query, { dateMs: () => Date.now() })
  }
  const asRole = await factsAs(pair.primary.url)
  expect(await asRole()).toMatchObject({ standbys: 1, lagS: null })
  const asAdmin = await factsAs(pair.primary.adminUrl)
  expect(await asAdmin()).toMatchObject({ standbys: 1, lagS: expect.any(Number) as number })
  await runAs(pair.standby.adminUrl, "select pg_wal_replay_pause()")
  onTestFinished(() => runAs(pair.standby.adminUrl, "select pg_wal_replay_resume()"))
  // The standby answers to what it is sent, and says then how far it is.
  const write = () => runAs(pair.primary.adminUrl, "select pg_logical_emit_message(true, 'test', 'x')")
  await expect.poll(async () => (await write(), (await asAdmin()).lagS)).toBeGreaterThan(0.5)
})

test("[OPS-5] a statement that the replica ends is answered by the primary, and counted", async () => {
  const database = opened(pair.primary.url, { readUrl: pair.standby.url })
  const lagging = database.begin(unrestricted, "read", { after: null })
  const who = async () =>
    (
      await lagging.db.execute<{ standby: boolean; pid: number }>(
        sql`select pg_is_in_recovery() as standby, pg_backend_pid() as pid`,
      )
    ).rows[0]
  await expect
    .poll(async () => {
      const one = database.begin(unrestricted, "read", { after: null })
      const { rows } = await one.db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
      await one.rollback()
      return rows[0]?.standby
    })
    .toBe(true)
  const first = await who()
  expect(first?.standby).toBe(true)
  await runAs(pair.standby.adminUrl, `select pg_terminate_backend(${first?.pid})`)
  await delay(50)
  const both = await Promise.all([who(), who()])
  expect(both.map((each) => each?.standby)).toEqual([false, false])
  await lagging.commit()
  expect(database.replicaCounts()?.detours.conflict).toBeGreaterThan(0)
  const metrics = await scraper(database)()
  expect(metrics).toMatch(/uc_replica_reads_total\{answer="conflict"[^}]*\} [1-9]/)
  expect(metrics).toMatch(/uc_replica_reads_total\{answer="replica"[^}]*\} [1-9]/)
})

test("[OPS-5] a commit that no synchronous standby has confirmed is 503, and its repeat waits too", async () => {
  const app = await appOn(pair.primary.url)
  const head = await app.as("head-a1")
  await giveTask(app, head)
  await runAs(
    pair.primary.adminUrl,
    "alter system set synchronous_standby_names = '*'",
    "select pg_reload_conf()",
  )
  await pair.standby.stop()
  const key = randomUUID()
  const save = () => comment(head, "in doubt", key)
  /** An operator, for example: PostgreSQL then says COMMIT, with a warning. */
  const cancelled = async (saving: ReturnType<typeof save>) => {
    const timer = setInterval(() => {
      const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
      void runAs(pair.primary.adminUrl, cancel).catch(() => {})
    }, 100)
    return (await saving.finally(() => clearInterval(timer))).statusCode
  }
  expect(await cancelled(save())).toBe(503)
  // It is on this server alone: told again it is still no success.
  expect(await cancelled(save())).toBe(503)
  await pair.startStandby()
  expect((await save()).statusCode).toBe(200)
  expect(await commentsLike(app.database, "in doubt")).toBe(1)
})

async function commentsLike(database: Database, text: string): Promise<number> {
  const { rows } = await database.transaction(unrestricted, (db) =>
    db.execute<{ n: string }>(sql`select count(*) as n from task_comment where text like ${`${text}%`}`),
  )
  return Number(rows[0]?.n)
}

test("[OPS-5] after a promotion nothing is lost or doubled, and writes succeed within 5 s", async () => {
  const app = await appOn(pair.url)
  const head = await app.as("head-a1")
  const events: string[] = []
  const listening = app.database.listen(eventChannel, {
    onBegin: () => void events.push("begin"),
    onLost: () => void events.push("lost"),
    onNotification: (payload) => void events.push(payload),
  })
  onTestFinished(() => listening.stop())
  const acknowledged: { readonly text: string; readonly atMs: number }[] = []
  const statuses = new Set<number>()
  const end = { isReached: false }
  const writer = async (name: string) => {
    for (let n = 0; !end.isReached; n++) {
      const text = `moved ${name} ${n}`
      const key = randomUUID()
      for (;;) {
        const { statusCode } = await comment(head, text, key)
        statuses.add(statusCode)
        if (statusCode === 200) break
        expect(statusCode).toBe(503)
        if (end.isReached) return
        await delay(20)
      }
      acknowledged.push({ text, atMs: performance.now() })
    }
  }
  await giveTask(app, head)
  const writers = ["a", "b", "c"].map(writer)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  await pair.primary.stop()
  await delay(500)
  await runAs(pair.standby.adminUrl, "select pg_promote()")
  const promotedMs = performance.now()
  // Nobody confirms there yet.
  await runAs(
    pair.standby.adminUrl,
    "alter system set synchronous_standby_names = ''",
    "select pg_reload_conf()",
  )
  await expect
    .poll(() => acknowledged.filter(({ atMs }) => atMs > promotedMs).length, { timeout: 10_000 })
    .toBeGreaterThan(20)
  end.isReached = true
  await Promise.all(writers)
  const firstMs = Math.min(...acknowledged.map(({ atMs }) => atMs).filter((atMs) => atMs > promotedMs))
  expect(firstMs - promotedMs).toBeLessThan(5000)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ text: string; n: string }>(
      sql`select text, count(*) as n from task_comment where text like 'moved %' group by text`,
    ),
  )
  const stored = new Map(rows.map(({ text, n }) => [text, Number(n)]))
  expect(acknowledged.filter(({ text }) => !stored.has(text))).toEqual([])
  expect([...stored].filter(([, n]) => n > 1)).toEqual([])
  expect(statuses).toEqual(new Set([200, 503]))
  // Events arrive from the new server.
  await expect.poll(() => events.lastIndexOf("begin") > events.indexOf("lost")).toBe(true)
  const receivedBefore = events.length
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select pg_notify(${eventChannel}, ${encodeEvent("alarms", everybody)})`),
  )
  await expect.poll(() => events.length).toBeGreaterThan(receivedBefore)
  expect(said).toContainEqual(expect.stringContaining("The database is at"))
})

test("[OPS-5] a server that was made read-only is left: 503, and no connection to it stays in the pool", async () => {
  const app = await appOn(pair.url)
  const head = await app.as("head-a1")
  await giveTask(app, head)
  expect((await comment(head, "before", randomUUID())).statusCode).toBe(200)
  await runAs(
    pair.standby.adminUrl,
    "alter system set default_transaction_read_only = on",
    "select pg_reload_conf()",
  )
  await expect.poll(async () => (await comment(head, "read-only", randomUUID())).statusCode).toBe(503)
  await runAs(
    `${pair.standby.adminUrl}?options=-c%20default_transaction_read_only%3Doff`,
    "alter system reset default_transaction_read_only",
    "select pg_reload_conf()",
  )
  await expect
    .poll(async () => (await comment(head, "after", randomUUID())).statusCode, { timeout: 5000 })
    .toBe(200)
})

test("[OPS-5] while the replica is away the primary answers everything", async () => {
  const app = await appOn(pair.standby.url, { readUrl: pair.primary.url })
  const head = await app.as("head-a1")
  await expect
    .poll(async () => {
      await head.send(logCalls.audit, {})
      return app.database.replicaCounts()
    })
    .toMatchObject({ answered: 0, detours: { away: expect.toSatisfy((n: number) => n > 0) } })
  expect(said).toContainEqual(expect.stringContaining("can't be used"))
})
