import { applicationCalls } from "@uc/contract/applications/calls"
import { homeLayoutCalls, type CustomItem } from "@uc/contract/home/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { menuCalls } from "@uc/contract/menus/calls"
import { todoCountAtMost, todoCountCalls, type TodoCounts } from "@uc/contract/todo-counts/calls"
import { screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepMenuEntries } from "../menus/menu-entries.ts"
import type { MenuEntry } from "../menus/menu-entry.ts"
import { menuHabits, refreshFavourites } from "../menus/menu-habits.ts"
import { openMenus } from "../menus/menus.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./applications.page.tsx"

function entry(id: string, text: string, more: Partial<MenuEntry> = {}): MenuEntry {
  return {
    path: `/${id}`,
    name: `${text}-${id}`,
    id,
    text,
    icon: null,
    shows: { kind: "group" },
    children: [],
    ...more,
  }
}

let kept: { items: readonly CustomItem[]; version: number }
let counts: TodoCounts
let isAway: boolean
let connected: OutputOf<typeof applicationCalls.mine>["applications"]

beforeEach(() => {
  localStorage.clear()
  kept = { items: [], version: 0 }
  isAway = false
  connected = []
  counts = { tasks: 3, alarms: todoCountAtMost, notices: 0, drills: 0, assessments: 0, hazards: 0 }
  keepUser(someUser)
  serveFakes(
    answering(menuCalls.ofUser, () => ({ modulelist: [] })),
    answering(todoCountCalls.counts, () => counts),
    answering(applicationCalls.mine, () => ({ applications: connected })),
    answering(homeLayoutCalls.list, () => {
      if (isAway) throw new Refused("暂时无法处理")
      return kept.version === 0
        ? []
        : [{ id: "1", type: "favourites" as const, items: [...kept.items], version: kept.version }]
    }),
    answering(homeLayoutCalls.save, (sent) => {
      const { items } = JSON.parse(sent.get("json") ?? "{}") as { items: CustomItem[] }
      kept = { items, version: kept.version + 1 }
      return { id: "1", type: "favourites" as const, items: [...items], version: kept.version }
    }),
  )
  openMenus(someUser.id)
  keepMenuEntries([
    entry("1", "平安校园", {
      children: [
        entry("2", "预警处置", { shows: { kind: "page", page: "alarms/alarms" } }),
        entry("3", "隐患排查", {
          children: [entry("4", "隐患上报", { shows: { kind: "hosted", address: "https://a.cn" } })],
        }),
      ],
    }),
    entry("5", "协同办公", {
      children: [entry("6", "任务管理", { shows: { kind: "page", page: "tasks/task" } })],
    }),
  ])
})
afterEach(() => vi.unstubAllGlobals())

function opened(address = "/main/applications") {
  return renderPage(<Component />, { address, path: "/main/applications" })
}

const group = (name: string) => within(screen.getByRole("region", { name }))

test("[HOME-5][ROUTE-4] all modules by application, each with its count, at most 99+", async () => {
  opened()
  await screen.findByRole("region", { name: "平安校园" })
  expect(group("平安校园").getByRole("link", { name: /隐患上报/ })).toBeTruthy()
  await waitFor(() => expect(group("平安校园").getByText("99+")).toBeTruthy())
  expect(group("协同办公").getByText("3")).toBeTruthy()
  expect(group("待我处理").getByRole("link", { name: "3未完成的任务" })).toHaveProperty("hash", "")
  expect(group("待我处理").queryByText("未读或待确认的通知")).toBeNull()
})

test("[HOME-5] found by name, pinyin and initials; the words stand in the address", async () => {
  const { router, user } = opened()
  const box = await screen.findByRole("searchbox", { name: "查找应用" })
  for (const words of ["上报", "yinhuan", "yhsb"]) {
    await user.clear(box)
    await user.type(box, words)
    expect(await screen.findByRole("link", { name: /隐患上报/ })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole("link", { name: /任务管理/ })).toBeNull())
  }
  expect(router.state.location.search).toBe("?q=yhsb")
  await user.clear(box)
  await user.type(box, "没有的")
  expect(await screen.findByText("没有找到“没有的”")).toBeTruthy()
})

test("[HOME-5] [MENU-7] a star puts an application among the favourites, and the server keeps it", async () => {
  const { user } = opened()
  await user.click(await screen.findByRole("button", { name: "收藏任务管理" }))
  expect(await group("收藏").findByRole("link", { name: /任务管理/ })).toBeTruthy()
  await waitFor(() => expect(kept.items.map(({ key }) => key)).toEqual(["6"]))
  await user.click(group("收藏").getByRole("button", { name: "收藏任务管理" }))
  await waitFor(() => expect(kept.items).toEqual([]))
})

test("[HOME-5] favourites that could not be loaded are not called none", async () => {
  isAway = true
  kept = { items: [{ key: "6", x: 0, y: 0, w: 1, h: 1, isHidden: false }], version: 1 }
  menuHabits(someUser.id)
  await refreshFavourites(someUser.id).catch(() => undefined)
  const { user } = opened()
  expect((await screen.findByRole("alert")).textContent).toContain("收藏加载失败")
  expect(screen.queryByText(/点应用右侧的星形/)).toBeNull()
  await user.click(group("收藏").getByRole("button", { name: "重试" }))
  await waitFor(() =>
    expect(group("收藏").getByRole("button", { name: "重试" })).toHaveProperty("disabled", false),
  )
  isAway = false
  await user.click(group("收藏").getByRole("button", { name: "重试" }))
  expect(await group("收藏").findByRole("link", { name: /任务管理/ })).toBeTruthy()
})

const bus = { id: "9", name: "校车管理", icon: "", homeAddress: "https://bus.example.cn/" }

test("[SSO-3] connected systems are found by the same box, and open as their tile does", async () => {
  connected = [bus]
  const { user } = opened()
  await screen.findByRole("region", { name: "接入的系统" })
  await user.type(screen.getByRole("searchbox", { name: "查找应用" }), "xcgl")
  await waitFor(() => expect(screen.queryByRole("region", { name: "平安校园" })).toBeNull())
  const link = await screen.findByRole("link", { name: /校车管理/ })
  expect(link.getAttribute("href")).toBe(bus.homeAddress)
  expect(screen.queryByText(/没有找到/)).toBeNull()
})

test("[SSO-3][MENU-7] a connected system can be a favourite, and opens from there as by its tile", async () => {
  connected = [bus]
  const { user, unmount } = opened()
  await screen.findByRole("region", { name: "接入的系统" })
  await user.click(group("接入的系统").getByRole("button", { name: "收藏校车管理" }))
  const marked = await group("收藏").findByRole("link", { name: /校车管理/ })
  expect(marked.getAttribute("href")).toBe(bus.homeAddress)
  expect(marked.getAttribute("target")).toBe("_blank")
  await waitFor(() => expect(kept.items.map(({ key }) => key)).toEqual(["application:9"]))
  unmount()
  // The server no longer names it: whoever may not use it any more does not see it among the favourites either.
  connected = []
  opened()
  await screen.findByText("点应用右侧的星形，把常用的放在这里。")
  expect(screen.queryByText("校车管理")).toBeNull()
})

test("[SSO-3] who has no menu but a connected system sees it; who has neither is told so", async () => {
  connected = [bus]
  keepMenuEntries([])
  const { unmount } = opened()
  await screen.findByRole("link", { name: /校车管理/ })
  expect(screen.queryByText("暂无可用的应用")).toBeNull()
  unmount()
  connected = []
  opened()
  await screen.findByText("暂无可用的应用")
})
