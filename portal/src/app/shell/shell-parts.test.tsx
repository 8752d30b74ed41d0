import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { ShellMenu } from "./side/shell-menu.tsx"
import { ShellNotices } from "./shell-notices.tsx"

const { broken } = vi.hoisted(() => ({ broken: { bell: true, menu: true } }))

vi.mock("../../features/notices/bell.tsx", () => ({
  HeaderBell() {
    if (broken.bell) throw new Error("can't be drawn")
    return <button type="button">通知，3条未读</button>
  },
}))
vi.mock("../../features/menus/menus.ts", async (load) => ({
  ...(await load<typeof import("../../features/menus/menus.ts")>()),
  useMenus() {
    if (broken.menu) throw new Error("can't be drawn")
    return { items: [], failure: null }
  },
}))
vi.mock("../../features/todo-counts/todo-counts.ts", () => ({
  useTodoCounts: () => undefined,
  badgeOf: () => undefined,
}))
vi.mock("../../features/applications/favourite-applications.ts", () => {
  const none: readonly [] = []
  return { useFavouriteApplications: () => ({ entries: none }) }
})
vi.mock("../../features/menus/menu-entries.ts", () => {
  const none: readonly [] = []
  return { useMenuEntries: () => none }
})

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
})

test("[BARE-20] a bell that can't be drawn is a button that tries again; what is beside it stays", async () => {
  render(
    <>
      <p>旁边</p>
      <ShellNotices />
    </>,
  )
  await userEvent.click(screen.getByRole("button", { name: "通知" }))
  const retry = await screen.findByRole("button", { name: "通知加载异常，点击重试" })
  expect(screen.getByText("旁边")).toBeTruthy()
  broken.bell = false
  await userEvent.click(retry)
  expect(screen.getByRole("button", { name: "通知，3条未读" })).toBeTruthy()
})

test("[BARE-20] a menu that can't be drawn says so and tries again; what is beside it stays", async () => {
  render(
    <>
      <p>旁边</p>
      <ShellMenu isFolded={false} />
    </>,
  )
  expect(screen.getByRole("alert").textContent).toContain("菜单显示异常")
  expect(screen.getByText("旁边")).toBeTruthy()
  broken.menu = false
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByText("暂未为您开通功能，请联系本单位管理员。")).toBeTruthy()
  await act(async () => undefined)
})
