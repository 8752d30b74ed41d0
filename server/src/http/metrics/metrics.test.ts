import { readFileSync } from "node:fs"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { sql } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { openDatabase } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { unavailableCauses } from "../../errors/transient-fault.ts"
import { jobListener } from "../../job-listener.ts"
import { readExposition } from "../../testing/read-exposition.ts"
import { metricsToken, scraped, valueOf, type Metrics } from "../../testing/scrape-metrics.ts"
import { alarmOf, signed, theDemoSource } from "../../testing/test-alarm-source.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"
import { collectedLogs } from "../../testing/test-logs.ts"
import { listenForMetrics } from "./serve-metrics.ts"
import { scraper } from "./scrape.ts"

const token = metricsToken
const root = join(import.meta.dirname, "..", "..", "..", "..")

const told = (answer: LightMyRequestResponse) => [answer.statusCode, answer.body]

let shared: TestApp
beforeAll(async () => {
  shared = await testApp({ metricsToken: token }, afterAll)
})

test("[OPS-2] without a token there is no /metrics; with one it is for whoever has it", async () => {
  const first = await testApp()
  const { app } = first
  const asked = (authorization?: string) => ({
    url: "/metrics",
    headers: { host: "localhost", ...(authorization === undefined ? {} : { authorization }) },
  })
  expect((await app.inject(asked(`Bearer ${token}`))).statusCode).toBe(404)
  const { app: other } = await first.another({ metricsToken: token })
  for (const wrong of [
    undefined,
    "",
    "Bearer ",
    `Bearer ${token}x`,
    `bearer ${token}`,
    `Basic ${token}`,
    token,
  ]) {
    const refused = await other.inject(asked(wrong))
    expect(told(refused)).toEqual([401, "The bearer token of METRICS_TOKEN is missing or wrong.\n"])
    expect(refused.headers["www-authenticate"]).toBe("Bearer")
  }
  expect((await scraped({ app: other })).size).toBeGreaterThan(30)
})

test("[OPS-2] on a port of its own there is nothing but /metrics, with the token where one is set", async () => {
  const { database } = await testApp()
  const scrape = scraper(database)
  const serve = async (its: string | null) => {
    const faults: unknown[] = []
    const server = await listenForMetrics({
      host: "127.0.0.1",
      port: 0,
      token: its,
      scrape,
      onFault: (error) => faults.push(error),
    })
    onTestFinished(() => server.stop())
    return { ...server, faults }
  }
  const open = await serve(null)
  const answer = await fetch(open.address)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ])
  expect(valueOf(readExposition(await answer.text()), "uc_database_up")).toBe(1)
  expect((await fetch(new URL("/", open.address))).status).toBe(404)
  expect((await fetch(open.address, { method: "POST" })).status).toBe(405)

  const closed = await serve(token)
  expect((await fetch(closed.address)).status).toBe(401)
  expect((await fetch(closed.address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect([...open.faults, ...closed.faults]).toEqual([])
})

test("[OPS-2] requests are counted by call and outcome, and timed by the noun of the call", async () => {
  const app = shared
  const before = await scraped(app)
  const grown = (after: Metrics, name: string, labels: Readonly<Record<string, string>>) =>
    valueOf(after, name, labels) - (valueOf(before, name, labels) || 0)
  const head = await app.as("head-a1")
  await head.send(accountCalls.current, {})
  await app.anonymous.request(accountCalls.current, {})
  await app.anonymous.request(accountCalls.signIn, { account: "head-a1", password: md5("wrong") })
  await app.app.inject({ url: "/no/such/王小明", headers: { host: "localhost" } })
  const after = await scraped(app)
  expect(grown(after, "uc_requests_total", { call: "session.current", outcome: "ok" })).toBe(1)
  expect(grown(after, "uc_requests_total", { call: "session.current", outcome: "signed-out" })).toBe(1)
  expect(grown(after, "uc_requests_total", { call: "session.signIn", outcome: "refused" })).toBe(1)
  expect(grown(after, "uc_requests_total", { call: "no-such-address", outcome: "refused" })).toBe(1)
  expect(grown(after, "uc_request_duration_seconds_count", { group: "session" })).toBe(4)
  expect(grown(after, "uc_sign_ins_total", { result: "signed-in" })).toBe(1)
  expect(grown(after, "uc_sign_ins_total", { result: "refused" })).toBe(1)
  expect(grown(after, "uc_sign_ins_total", { result: "refused", reason: "wrong-password" })).toBe(1)
  const labels = [...after.values()].flatMap(({ samples }) =>
    samples.flatMap((sample) => Object.values(sample.labels)),
  )
  expect(labels.filter((label) => /王小明|head-a1|\?/.test(label))).toEqual([])
})

test("[OPS-2] alarms, jobs, pools and the outbox have their numbers", async () => {
  const app = await testApp({ metricsToken: token })
  const before = await scraped(app)
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const report = signed(theDemoSource, alarmSourceCalls.report, { items: [alarmOf(orgid), alarmOf("0")] })
  expect((await app.app.inject(report)).json().data).toMatchObject({ accepted: 1, refused: 1 })

  const listen = jobListener(collectedLogs("silent").logs.jobs, app.database)
  const startedAt = new Date(Date.UTC(2026, 10, 17))
  listen({ name: "sound", everyMs: 5000, startedAt, ms: 500 })
  listen({ name: "broken", everyMs: 5000, startedAt, ms: 500, error: new Error("on purpose") })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`
      insert into sms_outbox (channel, state, created_at, next_at) values
        ('sms', 'waiting', now() - interval '90 seconds', now()), ('sms', 'waiting', now() - interval '2 hours', now() + interval '1 hour'),
        ('sms', 'failed', now(), now()), ('sms', 'failed', now() - interval '25 hours', now())`),
  )
  const after = await scraped(await app.another())
  const grown = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    valueOf(after, name, labels) - (valueOf(before, name, labels) || 0)
  expect(grown("uc_ingest_alarms_total", { result: "accepted" })).toBe(1)
  expect(grown("uc_ingest_alarms_total", { result: "refused" })).toBe(1)
  expect(grown("uc_ingest_lag_seconds_count")).toBe(1)

  const endedS = startedAt.getTime() / 1000 + 0.5
  expect(valueOf(after, "uc_job_last_success_timestamp_seconds", { name: "sound" })).toBe(endedS)
  expect(valueOf(after, "uc_job_last_error_timestamp_seconds", { name: "broken" })).toBe(endedS)
  expect(valueOf(after, "uc_job_last_success_timestamp_seconds", { name: "broken" })).toBeNaN()
  expect(valueOf(after, "uc_job_last_error_timestamp_seconds", { name: "sound" })).toBeNaN()
  expect(valueOf(after, "uc_job_last_run_timestamp_seconds", { name: "broken" })).toBe(endedS)
  expect(valueOf(after, "uc_job_last_duration_seconds", { name: "sound" })).toBe(0.5)
  expect(valueOf(after, "uc_job_interval_seconds", { name: "sound" })).toBe(5)
  expect(grown("uc_job_runs_total", { name: "broken", result: "failed" })).toBe(1)

  expect(valueOf(after, "uc_outbox_waiting", { channel: "sms" })).toBe(2)
  expect(valueOf(after, "uc_outbox_waiting", { channel: "webhook" })).toBe(0)
  expect(valueOf(after, "uc_outbox_failed_day", { channel: "sms" })).toBe(1)
  const oldestS = valueOf(after, "uc_outbox_oldest_seconds", { channel: "sms" })
  expect(oldestS).toBeGreaterThanOrEqual(90)
  // That one waits for its next try: it has not been due for long, though it is older.
  expect(oldestS).toBeLessThan(7200)
  expect(valueOf(after, "uc_outbox_oldest_seconds", { channel: "webhook" })).toBe(0)

  for (const kind of ["sign-out", "change"])
    expect(valueOf(after, "uc_application_notices_oldest_seconds", { kind })).toBe(0)

  expect(valueOf(after, "uc_database_up")).toBe(1)
  expect(valueOf(after, "uc_pool_limit", { pool: "requests" })).toBeGreaterThanOrEqual(20)
  expect(valueOf(after, "uc_pool_connections", { pool: "requests", state: "idle" })).toBeGreaterThanOrEqual(1)
  expect(grown("uc_pool_wait_seconds_count", { pool: "requests" })).toBeGreaterThan(0)
  expect(grown("uc_pool_wait_seconds_count", { pool: "system" })).toBeGreaterThan(0)
})

test("[OPS-6] rows for which nobody made a month are counted until they have one", async () => {
  const app = await testApp({ metricsToken: token })
  const unplaced = async () => valueOf(await scraped(await app.another()), "uc_months_unplaced")
  expect(valueOf(await scraped(app), "uc_months_missing")).toBe(0)
  expect(await unplaced()).toBe(0)
  const in2100 = sql`
    insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
    select gen_random_uuid(), id, area_path, 'gas', 1, '2100-01-15' from organisation order by id limit 1`
  await app.database.transaction(unrestricted, (db) => db.execute(in2100))
  expect(await unplaced()).toBe(1)
})

test("[OPS-2] while the database is away a scrape says so and is answered", async () => {
  const gone = openDatabase("postgresql://uc@127.0.0.1:1/uc", () => {})
  onTestFinished(() => gone.close())
  const app = await testApp({ metricsToken: token })
  expect(valueOf(await scraped(app), "uc_database_up")).toBe(1)
  const metrics = await scraped(await app.another({ database: gone }))
  expect(valueOf(metrics, "uc_database_up")).toBe(0)
  // What was known before is not told as if it still held.
  expect(metrics.get("uc_outbox_waiting")?.samples).toEqual([])
  expect(metrics.get("uc_requests_total")?.samples).not.toEqual([])
})

test("[OPS-2] every metric of the alert rules and of the dashboard is there", async () => {
  const metrics = await scraped(shared)
  const known = new Set(
    [...metrics.values()].flatMap(({ name, type }) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  for (const file of ["prometheus/rules.yml", "grafana/user-centre.json"]) {
    const text = readFileSync(join(root, "ops", file), "utf8")
    const used = new Set(text.match(/\b(?:uc|nodejs|process)_[a-z0-9_]+/g))
    expect(used.size).toBeGreaterThan(10)
    expect([...used].filter((name) => !known.has(name))).toEqual([])
  }
})

test("[OPS-2] every cause of a 503 has a series before it happens", async () => {
  const causes = (await scraped(shared)).get("uc_unavailable_total")?.samples.map(({ labels }) => labels)
  expect(causes).toEqual(expect.arrayContaining(unavailableCauses.map((because) => ({ because }))))
})

test("[OPS-2] no label is one that Prometheus sets itself", async () => {
  const metrics = await scraped(shared)
  const labels = [...metrics.values()].flatMap(({ samples }) =>
    samples.flatMap((sample) => Object.keys(sample.labels)),
  )
  expect(labels.filter((label) => ["job", "instance"].includes(label))).toEqual([])
})
