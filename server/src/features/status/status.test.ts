import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { statusCalls } from "@uc/contract/status/calls"
import { jobTitles } from "@uc/contract/status/names"
import { expect, onTestFinished, test, vi } from "vitest"
import { jobs } from "../../features.ts"
import { deleteExpired } from "../../scheduler/delete-expired.ts"
import { jobRunNotes } from "../../scheduler/job-runs.ts"
import { runAs } from "../../testing/scratch-database.ts"
import { testApp, testInstallation } from "../../testing/test-app.ts"
import { runHeartbeat } from "./heartbeat.ts"

test("[OPS-4] every job has a name that people read", () => {
  expect(jobs.map(({ name }) => name).filter((name) => !jobTitles[name])).toEqual([])
})

test("[OPS-4] the platform's administrator sees what is wrong first, and all parts; nobody else does", async () => {
  const app = await testApp({
    sms: "gateway",
    installation: {
      ...testInstallation,
      smsGateway: "http://127.0.0.1:1/send",
      jobs: [{ name: "delete-expired", everyMs: 600_000 }],
    },
  })
  const note = jobRunNotes(app.database, "another/2")
  await note({
    name: "delete-expired",
    everyMs: 600_000,
    startedAt: new Date(),
    ms: 3,
    error: new Error("no"),
  })
  const heartbeat = runHeartbeat(app.database, testInstallation)
  const overview = async () => (await app.as("platform")).send(statusCalls.overview, {})
  await vi.waitFor(async () => expect((await overview()).processes).toHaveLength(1))
  const found = await overview()

  const states = found.checks.map(({ state }) => state)
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
  const byId = Object.fromEntries(found.checks.map((check) => [check.id, check]))
  expect(byId["sms"]).toMatchObject({ state: "error", found: "无法连接 127.0.0.1:1（ECONNREFUSED）" })
  expect(byId["sms"]?.todo).toContain("SMS_GATEWAY_URL")
  expect(byId["jobs"]).toMatchObject({ state: "error", found: "清理过期数据 最近一次运行失败" })
  expect(byId["backup"]).toMatchObject({ state: "warning", found: "未配置每晚自动备份" })
  expect(byId["durability"]?.state).toBe("error")
  for (const id of ["database", "databaseVersion", "databaseRole", "encoding", "clock", "replication"])
    expect(byId[id]).toMatchObject({ state: "ok", todo: null })
  for (const id of [
    "migrations",
    "pepper",
    "processes",
    "messages",
    "imports",
    "applications",
    "dataDir",
    "proxy",
    "webhook",
  ])
    expect(byId[id]).toMatchObject({ state: "ok" })

  expect(found.processes).toMatchObject([{ id: "test/1", isThis: true, isSilent: false, version: "0.0.0" }])
  expect(found.database).toMatchObject({ role: "uc", isEmbedded: true, standbys: 0, lagS: null })
  expect(found.database?.sizeBytes).toBeGreaterThan(1_000_000)
  expect(found.jobs).toMatchObject([{ title: "清理过期数据", isFailing: true, lastOkAt: null }])
  expect(found.queues?.map(({ name }) => name)).toEqual([
    "sms",
    "webhook",
    "imports",
    "firstPasswords",
    "signOuts",
    "changes",
  ])
  expect(found.disks?.[0]?.totalBytes).toBeGreaterThan(0)
  expect(found.certificate).toBeNull()

  for (const account of ["bureau-a", "head-a1", "teacher-a1"])
    await expect((await app.as(account)).send(statusCalls.overview, {})).rejects.toThrow(
      noPermissionMessage("status.read"),
    )
  expect((await app.anonymous.request(statusCalls.overview, {})).statusCode).toBe(401)

  await heartbeat.stop()
  expect((await overview()).processes).toEqual([])
})

const order = ["error", "warning", "unknown", "ok"]

test("[OPS-4] a killed process is listed as silent, then forgotten; one of another version is told", async () => {
  const app = await testApp()
  const heartbeat = runHeartbeat(app.database, testInstallation)
  onTestFinished(() => heartbeat.stop())
  const at = (name: string, version: string, ago: string) =>
    runAs(
      app.url,
      `insert into process_status (process, host, pid, version, started_at, seen_at, memory_bytes, delay_ms, streams)
       values ('${name}', '${name}', 7, '${version}', now(), now() - interval '${ago}', 1, 1, 0)`,
    )
  const checkOf = async () => {
    const { checks, processes } = await (await app.as("platform")).send(statusCalls.overview, {})
    return { check: checks.find(({ id }) => id === "processes"), processes }
  }
  await at("newer", "9.9.9", "5 seconds")
  await vi.waitFor(async () => expect((await checkOf()).processes).toHaveLength(2))
  expect((await checkOf()).check).toMatchObject({
    state: "warning",
    found: "进程的版本不一致（9.9.9, 0.0.0）",
  })
  await at("killed", "0.0.0", "61 seconds")
  await at("long-gone", "0.0.0", "2 hours")
  const { check, processes } = await checkOf()
  expect(check?.found).toContain("1 个进程超过 60 秒未报告状态")
  expect(processes?.map(({ id, isSilent }) => [id, isSilent])).toEqual([
    ["killed", true],
    ["newer", false],
    ["test/1", false],
  ])
  await deleteExpired(app.database)
  await runAs(app.url, "do $$ begin assert (select count(*) from process_status) = 3; end $$")
})

test("[OPS-4] a part that can't be read is unknown and breaks no other", async () => {
  const app = await testApp()
  await runAs(
    app.url,
    "alter table job_run rename to moved",
    "alter table sms_outbox rename column tries to attempts",
  )
  const {
    checks,
    jobs: runs,
    queues,
    database,
  } = await (await app.as("platform")).send(statusCalls.overview, {})
  expect([runs, queues]).toEqual([null, null])
  expect(database?.role).toBe("uc")
  const unknown = checks.filter(({ state }) => state === "unknown").map(({ id, found }) => [id, found])
  expect(unknown).toEqual([
    ["processes", "尚无进程报告状态"],
    ["jobs", "检查未能完成（42P01）"],
    ["messages", "检查未能完成（42703）"],
  ])
})
