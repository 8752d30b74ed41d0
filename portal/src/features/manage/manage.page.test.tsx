import { QueryClientProvider } from "@tanstack/react-query"
import { backupReasons } from "@uc/contract/backups/last-backup"
import { manageCalls } from "@uc/contract/manage/calls"
import { admintypes, type Admintype } from "@uc/contract/account/calls"
import { cleanup, render, screen } from "@testing-library/react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./manage.page.tsx"

const counts = {
  organisations: 1204,
  people: 56_000,
  domains: 3,
  alarmSources: 2,
  signedIn: 17,
  refusedSignIns: 4,
  audited: 5,
  menus: 41,
  codeTables: 7,
  backup: {
    last: { state: "failed", at: "2026-11-17 02:00:31", bytes: null, isVerified: false, reason: "folder" },
    goodAt: null,
    isOld: true,
  },
} as const

afterEach(() => vi.unstubAllGlobals())

function opened(admintype: Admintype, fails = false) {
  keepUser({ ...someUser, admintype })
  const asked = serveFakes(
    answering(manageCalls.overview, () => {
      if (fails) throw new Refused("坏了")
      return admintype === admintypes.platform
        ? counts
        : { ...counts, menus: null, codeTables: null, backup: null }
    }),
  )
  const router = createMemoryRouter([{ path: "/", element: <Component /> }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return asked
}

const titles = () => screen.getAllByRole("link").map((link) => link.querySelector("b")?.textContent)

test("[HOME-5][ROUTE-4] the page leads to all that the user administers, and to nothing else", async () => {
  opened(admintypes.platform)
  expect(await screen.findByText("41 项菜单")).toBeTruthy()
  expect(screen.getByText("56,000 人")).toBeTruthy()
  expect(screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"))).toEqual([
    "组织与人员",
    "基础数据",
    "内容",
    "安全",
    "系统",
  ])
  expect(titles()).toEqual(
    expect.arrayContaining(["菜单管理", "数据字典", "在线用户", "登录日志", "操作日志"]),
  )
})

test("[OPS-1] the newest backup is told to the platform's administrators, and to nobody else", async () => {
  opened(admintypes.platform)
  expect((await screen.findByRole("alert", { name: "备份" })).textContent).toContain(backupReasons.folder)
  cleanup()
  opened(admintypes.organisation)
  expect(await screen.findByText("17 人在线")).toBeTruthy()
  expect(screen.queryByRole("alert", { name: "备份" })).toBeNull()
})

test("[HOME-5] a school's administrator has no menus or dictionaries, but the preview", async () => {
  opened(admintypes.organisation)
  expect(await screen.findByText("17 人在线")).toBeTruthy()
  expect(titles()).toContain("查看某人的菜单")
  for (const title of ["菜单管理", "数据字典"]) expect(titles()).not.toContain(title)
})

test("[DISTRICT-9] manage leads each administrator to the tables that are theirs", async () => {
  opened(admintypes.organisation)
  expect(await screen.findByText("17 人在线")).toBeTruthy()
  expect(titles()).toEqual(expect.arrayContaining(["楼宇管理", "网格管理"]))
  for (const title of ["区域管理", "模块管理", "预警类型与等级"]) expect(titles()).not.toContain(title)
})

test("[HOME-5] without its numbers the page leads on all the same", async () => {
  const asked = opened(admintypes.platform, true)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(titles()).toContain("菜单管理")
  expect(screen.queryByText("41 项菜单")).toBeNull()
})

test("[HOME-5] without administrator's rights there is a message and no call", () => {
  const asked = opened(admintypes.none)
  expect(screen.getByRole("heading", { name: "您没有需要管理的内容" })).toBeTruthy()
  expect(asked).toEqual([])
})
