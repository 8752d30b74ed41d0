import { admintypes } from "@uc/contract/account/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { statusCalls, statusLimits, type StatusOverview } from "@uc/contract/status/calls"
import { act, screen, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { diagnosisOf } from "./diagnosis.ts"
import { Component } from "./status.page.tsx"

const at = "2026-11-17 08:00:00"
const overview: StatusOverview = {
  at,
  checks: [
    { id: "disk", state: "error", title: "磁盘空间", found: "仅剩 300 MB", todo: "立即清理磁盘" },
    { id: "jobs", state: "unknown", title: "定时任务", found: "检查未能完成", todo: "稍后会自动重试" },
    { id: "database", state: "ok", title: "数据库连接", found: "可以连接", todo: null },
  ],
  product: { version: "0.1.0", commit: null, node: "v24.1.0", startedAt: at },
  processes: [
    {
      id: "zhang-san-laptop/7",
      host: "zhang-san-laptop",
      pid: 7,
      version: "0.1.0",
      startedAt: at,
      seenAt: at,
      isSilent: true,
      isThis: false,
      memoryBytes: 200 * 1024 ** 2,
      delayMs: 3,
      streams: 12,
    },
  ],
  database: {
    version: "18.4",
    isEmbedded: false,
    role: "uc",
    sizeBytes: 3 * 1024 ** 3,
    standbys: 1,
    lagS: null,
    connections: 12,
    maxConnections: 100,
    pool: { busy: 2, idle: 3, waiting: 1, most: 30 },
  },
  jobs: null,
  queues: [{ name: "sms", title: "待发短信", waiting: 1200, oldestS: 400 }],
  disks: [{ folder: "DATA_DIR", freeBytes: 300 * 1024 ** 2, totalBytes: 40 * 1024 ** 3 }],
  certificate: { daysLeft: 33, until: at, issuer: "CA" },
  slowest: [{ call: "people.list", count: 1234, p95Ms: 80.5, maxMs: 300 }],
}

let answer: () => StatusOverview

beforeEach(() => {
  keepUser({ ...someUser, admintype: admintypes.platform })
  answer = () => overview
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function opened() {
  const asked = serveFakes(answering(statusCalls.overview, () => answer()))
  renderPage(<Component />)
  return asked
}

test("[OPS-4] what is wrong comes first with what to do, then every part; an unreadable part says so", async () => {
  opened()
  const problems = await screen.findByRole("list", { name: "需要处理" })
  expect(
    within(problems)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "异常磁盘空间：仅剩 300 MB处理办法：立即清理磁盘",
    "未知定时任务：检查未能完成处理办法：稍后会自动重试",
  ])
  expect(within(screen.getByRole("list", { name: "正常的检查" })).getAllByRole("listitem")).toHaveLength(1)
  const row = within(screen.getByRole("table", { name: "服务进程" })).getAllByRole("row")[1]
  expect(row?.textContent).toContain("zhang-san-laptop · 7无响应")
  expect(within(screen.getByRole("region", { name: "定时任务" })).getByText(/无法读取/)).toBeTruthy()
  expect(screen.getByText("1,200，最早的已等待 6 分钟")).toBeTruthy()
  expect(screen.getByText("1 个，延迟未知")).toBeTruthy()
  expect(screen.getByText("剩余 33 天")).toBeTruthy()
})

test("[OPS-4] what is wrong stands above every part of the page, what was found good below them", async () => {
  opened()
  await screen.findByRole("list", { name: "需要处理" })
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "需要处理（2）",
    "版本",
    "数据库",
    "磁盘、证书与备份",
    "队列",
    "服务进程",
    "定时任务",
    "今天最慢的接口",
    "正常的检查（1）",
  ])
})

test("[OPS-4] version, role, pool, disks, last backup and slowest calls are shown with their numbers", async () => {
  const found = "最近一次备份于 2026-11-17 02:05"
  const backup = { id: "backup", state: "ok", title: "备份", found, todo: null } as const
  answer = () => ({ ...overview, checks: [...overview.checks, backup] })
  opened()
  const slow = within(await screen.findByRole("table", { name: "今天最慢的接口" })).getAllByRole("row")[1]
  expect(
    within(slow ?? document.body)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(expect.arrayContaining(["1,234", "80.5 毫秒", "300 毫秒"]))
  expect(slow?.textContent).toContain("people.list")
  const part = (name: string) => screen.getByRole("region", { name }).textContent
  for (const [name, words] of [
    ["版本", ["0.1.0", "v24.1.0"]],
    ["数据库", ["PostgreSQL 18.4", "角色uc", "12 / 100", "使用中 2，空闲 3，上限 30，1 个请求在等待"]],
    ["磁盘、证书与备份", ["DATA_DIR剩余 300", found]],
  ] as const)
    for (const word of words) expect(part(name)).toContain(word)
})

test("[OPS-4] where nothing is wrong the page says so", async () => {
  answer = () => ({ ...overview, checks: overview.checks.slice(2) })
  opened()
  expect(await screen.findByText(/一切正常：1 项检查全部通过/)).toBeTruthy()
  expect(screen.queryByRole("list", { name: "需要处理" })).toBeNull()
})

test("[OPS-4] a first failure is told; a later one leaves what is shown and calls it old", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer = () => {
    throw new Refused("数据库暂时不可用")
  }
  opened()
  expect(await screen.findByRole("heading", { name: "运行状态加载失败" })).toBeTruthy()
  answer = () => overview
  await act(() => vi.advanceTimersByTimeAsync(statusLimits.refreshMs))
  expect(await screen.findByRole("list", { name: "需要处理" })).toBeTruthy()
  expect(screen.queryByRole("alert")).toBeNull()
  answer = () => {
    throw new Refused("数据库暂时不可用")
  }
  await act(() => vi.advanceTimersByTimeAsync(statusLimits.refreshMs))
  expect((await screen.findByRole("alert")).textContent).toContain("可能已经变化")
  expect(screen.getByRole("list", { name: "需要处理" })).toBeTruthy()
})

test("[OPS-4] a school's administrator is told that it is not theirs, and nothing is asked for", () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  const asked = opened()
  expect(screen.getByText(noPermissionMessage("status.read"))).toBeTruthy()
  expect(asked).toEqual([])
})

test("[OPS-4] the text for support has what the page shows, and no name of a machine", () => {
  const text = diagnosisOf(overview)
  for (const part of ["[异常] disk：仅剩 300 MB", "PostgreSQL 18.4", "people.list：1234 次", "剩余 33 天"])
    expect(text).toContain(part)
  expect(text).not.toContain("zhang-san")
})
