import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router"
import { afterEach, expect, test } from "vitest"
import { SideMenu, type SideEntry } from "./side-menu.tsx"

afterEach(cleanup)

function entry(key: string, label: string, children: readonly SideEntry[] = [], isBroken = false): SideEntry {
  return { key, label, icon: "folder", to: key, isBroken, children }
}

const entries = [
  entry("/1", "平安校园", [
    entry("/1/2", "隐患排查", [entry("/1/2/3", "隐患上报")]),
    entry("/1/4", "视频巡查"),
  ]),
  entry("/5", "协同办公", [entry("/5/6", "任务")]),
  entry("/item.3", "坏的", [], true),
]

function shown(trail: readonly string[], isFolded = false) {
  return render(
    <MemoryRouter>
      <SideMenu
        entries={entries}
        current={trail.at(-1) ?? null}
        holding={trail.slice(0, -1)}
        isFolded={isFolded}
      />
    </MemoryRouter>,
  )
}

function labels(): (string | null)[] {
  return screen.getAllByRole("link").map(({ textContent }) => textContent)
}

test("[ROUTE-11] the current page is marked and its branch is open", () => {
  shown(["/1", "/1/2", "/1/2/3"])
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("隐患上报")
  expect(labels()).toEqual(["平安校园", "隐患排查", "隐患上报", "视频巡查", "协同办公", "坏的"])
})

test("[SSO-3] an entry of another site is opened in a window of its own", () => {
  const bus = { ...entry("favourite:bus", "校车管理"), to: "https://bus.example.cn/", isElsewhere: true }
  render(
    <MemoryRouter>
      <SideMenu entries={[bus]} current={null} holding={[]} isFolded={false} />
    </MemoryRouter>,
  )
  const link = screen.getByRole("link", { name: "校车管理" })
  expect(["href", "target", "rel"].map((name) => link.getAttribute(name))).toEqual([
    "https://bus.example.cn/",
    "_blank",
    "noopener noreferrer",
  ])
})

test("going elsewhere opens that branch and leaves open what was open", () => {
  const { rerender } = shown(["/1", "/1/4"])
  rerender(
    <MemoryRouter>
      <SideMenu entries={entries} current="/5/6" holding={["/5"]} isFolded={false} />
    </MemoryRouter>,
  )
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("任务")
  expect(labels()).toContain("视频巡查")
})

test("arrows move, right opens a branch, left closes it", async () => {
  shown([])
  const user = userEvent.setup()
  expect(labels()).toEqual(["平安校园", "协同办公", "坏的"])
  screen.getByRole("link", { name: "平安校园" }).focus()
  await user.keyboard("{ArrowRight}{ArrowDown}")
  expect(document.activeElement?.textContent).toBe("隐患排查")
  await user.keyboard("{ArrowUp}{ArrowLeft}")
  expect(labels()).toEqual(["平安校园", "协同办公", "坏的"])
  await user.keyboard("{End}")
  expect(document.activeElement?.textContent).toBe("坏的")
})

test("[MENU-5] a broken item stands in the menu like the others and leads to its page", () => {
  shown([])
  expect(screen.getByRole("link", { name: "坏的" }).getAttribute("href")).toBe("/item.3")
})

test("folded, a branch flies out whole and Escape puts it away", async () => {
  shown([], true)
  const user = userEvent.setup()
  expect(screen.queryAllByRole("link")).toEqual([])
  screen.getByRole("button", { name: "平安校园" }).focus()
  await user.keyboard("{Enter}")
  expect(labels()).toEqual(["平安校园总览", "隐患排查", "隐患上报", "视频巡查"])
  await user.keyboard("{Escape}")
  expect(screen.queryAllByRole("link")).toEqual([])
})

test("[HOME-5] an entry shows its count; a closed branch shows that there is one below", async () => {
  const badge = { text: "3", words: "项未读通知" }
  const inside = { ...entry("/1/4", "通知"), badge }
  const tree = [{ ...entry("/1", "办公", [inside]), badge: { text: "3", words: "项待处理" } }]
  const menu = (isFolded: boolean) => (
    <MemoryRouter>
      <SideMenu entries={tree} current={null} holding={[]} isFolded={isFolded} />
    </MemoryRouter>
  )
  const { rerender } = render(menu(false))
  expect(labels()).toEqual(["办公3项待处理"])
  await userEvent.click(screen.getByRole("button", { name: "展开办公" }))
  expect(labels()).toEqual(["办公", "通知3项未读通知"])
  rerender(menu(true))
  expect(screen.getByRole("button", { name: "办公，3项待处理" })).toBeTruthy()
})

test("[DAY-18] a branch that was closed by hand stays closed, also around the current page", async () => {
  const told: unknown[] = []
  const menu = (remembered: Record<string, boolean>) => (
    <MemoryRouter>
      <SideMenu
        entries={entries}
        current="/1/4"
        holding={["/1"]}
        isFolded={false}
        remembered={remembered}
        onToggle={(...change) => told.push(change)}
      />
    </MemoryRouter>
  )
  const { unmount } = render(menu({}))
  await userEvent.click(screen.getByRole("button", { name: "收起平安校园" }))
  expect(told).toEqual([["/1", false]])
  unmount()
  render(menu({ "/1": false, "/5": true }))
  expect(labels()).toEqual(["平安校园", "协同办公", "任务", "坏的"])
})
