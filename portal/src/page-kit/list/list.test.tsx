import { call } from "@uc/contract/core/call"
import { page } from "@uc/contract/core/wire"
import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { ListPage } from "./list-page.tsx"
import { filter, pageNumber, urlFilters } from "./url-filters.ts"
import { useUrlFilters } from "./use-url-filters.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn<typeof send>(),
}))
const answer = vi.mocked(send)
const asked = () => answer.mock.calls.map(([, input]) => input)

const Item = z.object({ id: z.string(), kind: z.string() })
const list = call({
  service: "vms",
  method: "GET",
  path: "/list",
  permission: null,
  input: z.object({ kind: z.string().optional(), start: z.number(), limit: z.number() }),
  output: page(Item),
})
const filters = urlFilters({ kind: filter(z.enum(["a", "b"])), page: pageNumber })
const columns = ["名称", "二", "三", "四", "五", "六"].map((title) => ({
  title,
  cell: ({ id }: z.infer<typeof Item>) => `${title}${id}`,
}))

function Items() {
  const url = useUrlFilters(filters)
  const { kind } = url.state
  return (
    <ListPage
      title="物品"
      words="全部物品"
      label="物品列表"
      what="物品"
      url={url}
      fields={[
        {
          choice: "kind",
          label: "类别",
          choices: [
            ["", "全部"],
            ["a", "甲类"],
            ["b", "乙类"],
          ],
        },
      ]}
      call={list}
      input={{ ...(kind !== "" && { kind }) }}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns}
      paging={{ by: "number", key: "page", size: 2, totalOf: ({ total }) => total }}
      empty={{ title: "暂无物品" }}
    />
  )
}

beforeEach(() => {
  browserStorage.remove("columns::物品列表")
  answer.mockReset()
})
const three = { total: 3, items: [{ id: "1", kind: "a" }] }

test("[LAYOUT-3] the address says filter and page of a list", async () => {
  answer.mockResolvedValue(three)
  renderPage(<Items />, { address: "/?kind=b&page=1" })
  await screen.findByRole("table", { name: "物品列表" })
  expect(asked()).toEqual([{ kind: "b", start: 2, limit: 2 }])
  expect(screen.getByText("第 2 / 2 页")).toBeTruthy()
})

test("[LAYOUT-3] another page is a step of the address, and back leads to the first", async () => {
  answer.mockResolvedValue(three)
  const { user, router } = renderPage(<Items />)
  await user.click(await screen.findByRole("button", { name: "下一页" }))
  expect(router.state.location.search).toBe("?page=1")
  await router.navigate(-1)
  await waitFor(() => expect(screen.getByText("第 1 / 2 页")).toBeTruthy())
})

test("[LAYOUT-3] a failed list says so and is asked again", async () => {
  answer.mockRejectedValueOnce(new Failure("refused", "没有权限")).mockResolvedValue(three)
  const { user } = renderPage(<Items />)
  expect((await screen.findByRole("alert")).textContent).toContain("没有权限")
  await user.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByRole("table", { name: "物品列表" })).toBeTruthy()
})

test("[LAYOUT-3] a list without rows says why: nothing there, or nothing that fits", async () => {
  answer.mockResolvedValue({ total: 0, items: [] })
  const { user, unmount } = renderPage(<Items />)
  expect(await screen.findByRole("heading", { name: "暂无物品" })).toBeTruthy()
  // Nothing to narrow or to arrange.
  expect(screen.queryByLabelText("类别")).toBeNull()
  expect(screen.queryByRole("button", { name: "列" })).toBeNull()
  unmount()
  const { router } = renderPage(<Items />, { address: "/?kind=a" })
  expect(await screen.findByRole("heading", { name: "没有符合条件的物品" })).toBeTruthy()
  expect(screen.getByLabelText("类别")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "重置筛选" }))
  expect(router.state.location.search).toBe("")
})

test("[LAYOUT-3] a hidden column stays hidden in this browser", async () => {
  answer.mockResolvedValue(three)
  const { user, unmount } = renderPage(<Items />)
  await screen.findByRole("table", { name: "物品列表" })
  await user.click(screen.getByRole("button", { name: "列" }))
  await user.click(screen.getByRole("checkbox", { name: "三" }))
  unmount()
  renderPage(<Items />)
  const table = await screen.findByRole("table", { name: "物品列表" })
  const shown = within(table).getAllByRole("columnheader")
  expect(shown.map(({ textContent }) => textContent)).toEqual(["名称", "二", "四", "五", "六"])
})
