import { call } from "@uc/contract/core/call"
import { screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { send } from "../../platform/http/send.ts"
import { browserStorage, storageKey } from "../../platform/session/storage.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { List } from "./list.tsx"
import { urlFilters } from "./url-filters.ts"
import { useUrlFilters } from "./use-url-filters.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn<typeof send>(),
}))

const list = call({
  service: "vms",
  method: "GET",
  path: "/list",
  permission: null,
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ id: z.string() })) }),
})
const titles = ["名称", "二", "三", "四", "五", "六"]
const key = "columns::物品列表"
const noFilters = urlFilters({})

function Items() {
  const url = useUrlFilters(noFilters)
  return (
    <List
      label="物品列表"
      what="物品"
      url={url}
      call={list}
      input={{}}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={titles.map((title) => ({ title, cell: ({ id }) => `${title}${id}` }))}
      paging={{ by: "none" }}
      empty={{ title: "暂无物品" }}
    />
  )
}

async function open() {
  const opened = renderPage(<Items />)
  const table = await screen.findByRole("table", { name: "物品列表" })
  const shown = () =>
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent)
  return { ...opened, shown }
}
const hide = (...hidden: string[]) => browserStorage.set(key, JSON.stringify(hidden))
const hidden = () => JSON.parse(browserStorage.get(key) ?? "[]") as unknown

beforeEach(() => {
  browserStorage.remove(key)
  vi.mocked(send).mockResolvedValue({ items: [{ id: "1" }] })
})
afterEach(() => void vi.unstubAllGlobals())

test("[LAYOUT-3] a list of many columns without filters can hide some too", async () => {
  const { user, shown } = await open()
  await user.click(screen.getByRole("button", { name: "列" }))
  await user.click(screen.getByRole("checkbox", { name: "三" }))
  expect(shown()).toEqual(["名称", "二", "四", "五", "六"])
  expect(screen.queryByRole("search")).toBeNull()
})

test("[LAYOUT-3] a phone, which has no choice, shows what was hidden on a desktop", async () => {
  hide("三")
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const { shown } = await open()
  expect(shown()).toEqual(titles)
  expect(screen.queryByRole("button", { name: "列" })).toBeNull()
})

test("[LAYOUT-3] a column hidden in one tab keeps what another tab has hidden", async () => {
  const { user } = await open()
  hide("二")
  await user.click(screen.getByRole("button", { name: "列" }))
  await user.click(screen.getByRole("checkbox", { name: "三" }))
  expect(hidden()).toEqual(["二", "三"])
})

test("[LAYOUT-3] a tab follows the choice of columns made in another", async () => {
  const { shown } = await open()
  hide("二")
  window.dispatchEvent(new StorageEvent("storage", { key: storageKey(key) }))
  await waitFor(() => expect(shown()).not.toContain("二"))
})
