import { eventStream } from "@uc/contract/core/events"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { poolLimits } from "../../database-settings.ts"
import { openDatabase } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { jobs } from "../../features.ts"
import { expectJobs } from "../../metrics/count-job-run.ts"
import { metricsToken, scraped, valueOf } from "../../testing/scrape-metrics.ts"
import { testApp } from "../../testing/test-app.ts"

const pool = "requests"

test("[OPS-2] open event streams are counted while they are open, and are never timed", async () => {
  const app = await testApp({ metricsToken })
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => app.app.server.closeAllConnections())
  const { headers } = await app.as("head-a1")
  const open = async () => valueOf(await scraped(app), "uc_streams_open")
  const path = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
  /** Of all files of this process: what was there before does not count. NaN: none yet. */
  const counted = async () => {
    const metrics = await scraped(app)
    const requests = metrics.get("uc_requests_total")?.samples ?? []
    const files = requests.filter(({ labels }) => labels["call"]?.startsWith("/"))
    const timed = valueOf(metrics, "uc_request_duration_seconds_count", { group: "files" })
    return {
      streams: valueOf(metrics, "uc_requests_total", { call: path }) || 0,
      untimed: files.reduce((sum, { value }) => sum + value, 0) - (timed || 0),
    }
  }
  const before = await open()
  const countedBefore = await counted()
  const leaving = new AbortController()
  const stream = await fetch(`${address}${path}`, { headers, signal: leaving.signal })
  expect([stream.status, await open()]).toEqual([200, before + 1])
  leaving.abort()
  await expect.poll(open).toBe(before)
  const { streams, untimed } = await counted()
  expect([streams - countedBefore.streams, untimed - countedBefore.untimed]).toEqual([1, 1])
})

test("[OPS-2] who waits for a connection, how long, and who gets none, is counted", async () => {
  const app = await testApp({ metricsToken })
  // Numbers of all files' pools of that name are one: what was there before does not count.
  const limit = async () => valueOf(await scraped(app), "uc_pool_limit", { pool })
  const limitBefore = await limit()
  const full = openDatabase(app.url, () => {}, { poolMax: poolLimits.least, waitMs: 3000 })
  onTestFinished(() => full.close())
  const values = async () => {
    const metrics = await scraped(app)
    const labels = { pool }
    const waited = valueOf(metrics, "uc_pool_wait_seconds_count", labels)
    const soon = valueOf(metrics, "uc_pool_wait_seconds_bucket", { ...labels, le: "0.5" })
    return {
      busy: valueOf(metrics, "uc_pool_connections", { ...labels, state: "busy" }),
      waiting: valueOf(metrics, "uc_pool_waiting", labels),
      refused: valueOf(metrics, "uc_pool_refusals_total", labels),
      long: waited - soon,
    }
  }
  const before = await values()
  // A series that begins with its first refusal shows no increase.
  expect(before.refused).not.toBeNaN()

  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const most = (await limit()) - limitBefore
  const holding = Array.from({ length: most }, () =>
    full.transaction(unrestricted, async (db) => {
      await db.execute(sql`select 1`)
      await ended
    }),
  )
  await expect.poll(async () => (await values()).busy - before.busy).toBe(most)
  const [refused, waiting] = await Promise.all([
    full
      .transaction(unrestricted, (db) => db.execute(sql`select 1`))
      .then(
        () => "got one",
        () => "got none",
      ),
    values(),
  ])
  expect([refused, waiting.waiting - before.waiting]).toEqual(["got none", 1])
  end()
  await Promise.all(holding)
  const after = await values()
  expect([after.refused - before.refused, after.long - before.long, after.waiting]).toEqual([1, 1, 0])
})

test("[OPS-2] the newest good backup and one that failed after it are in the metrics", async () => {
  const app = await testApp({ metricsToken })
  const told = async () => {
    const metrics = await scraped(await app.another())
    return ["last_success_timestamp_seconds", "last_size_bytes", "last_verified", "failing"].map((name) =>
      valueOf(metrics, `uc_backup_${name}`),
    )
  }
  const change = (statement: ReturnType<typeof sql>) =>
    app.database.transaction(unrestricted, (db) => db.execute(statement))
  const none = Number.NaN
  expect(await told()).toEqual([none, none, none, none])
  await change(sql`insert into backup_run (day, state, started_at, finished_at, is_verified, reason)
    values ('2026-11-01', 'failed', '2026-11-01 02:00+08', '2026-11-01 02:05+08', false, 'disk')`)
  expect(await told()).toEqual([none, none, none, 1])
  await change(sql`insert into backup_run (day, state, started_at, finished_at, bytes, is_verified)
    values ('2026-11-02', 'done', '2026-11-02 02:00+08', '2026-11-02 02:05+08', 4711, true),
      (null, 'done', '2026-10-31 02:00+08', '2026-10-31 02:05+08', 12, false)`)
  const goodAt = Date.parse("2026-11-02T02:05:00+08:00") / 1000
  expect(await told()).toEqual([goodAt, 4711, 1, 0])
  // Whoever made this one has been killed.
  await change(sql`insert into backup_run (day, state, started_at, seen_at)
    values ('2026-11-03', 'running', '2026-11-03 02:00+08', now() - interval '11 minutes')`)
  expect(await told()).toEqual([goodAt, 4711, 1, 1])
  await change(sql`update backup_run set seen_at = now() where state = 'running'`)
  expect(await told()).toEqual([goodAt, 4711, 1, 0])
})

test("[OPS-2] a job is known from the start on, also where its first run never ends", async () => {
  const app = await testApp({ metricsToken })
  expectJobs(jobs)
  const metrics = await scraped(app)
  for (const { name, everyMs } of jobs)
    expect([name, valueOf(metrics, "uc_job_interval_seconds", { name })]).toEqual([name, everyMs / 1000])
})

test("[OPS-2] the delay of the event loop is that of this process", async () => {
  const app = await testApp({ metricsToken })
  /** Nothing else is done for so long, as by a call that computes too much. */
  const delayed = async () => {
    const until = performance.now() + 300
    while (performance.now() < until);
    return valueOf(await scraped(app), "nodejs_eventloop_lag_p99_seconds")
  }
  // The first measurement after a scrape has nothing to be compared with.
  await expect.poll(delayed, { timeout: 10_000 }).toBeGreaterThan(0.2)
})
