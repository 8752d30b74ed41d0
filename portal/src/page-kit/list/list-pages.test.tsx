import { call } from "@uc/contract/core/call"
import { Count, Cursor, PageSize, page, text } from "@uc/contract/core/wire"
import { act, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { send } from "../../platform/http/send.ts"
import { tabStorage } from "../../platform/session/storage.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { List } from "./list.tsx"
import { filter, pageAt, pageNumber, urlFilters } from "./url-filters.ts"
import { useUrlFilters } from "./use-url-filters.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn<typeof send>(),
}))
const answer = vi.mocked(send)
const asked = () => answer.mock.calls.map(([, input]) => input)

const Item = z.object({ id: z.string() })
const numbered = call({
  service: "vms",
  method: "GET",
  path: "/numbered",
  permission: null,
  input: z.object({ name: text(5).optional(), start: Count, limit: PageSize }),
  output: page(Item),
})
const walked = call({
  service: "vms",
  method: "GET",
  path: "/walked",
  permission: null,
  input: z.object({ name: text(5).optional(), cursor: Cursor.optional() }),
  output: z.object({ items: z.array(Item), next: z.string().nullable() }),
})
const shared = {
  label: "物品列表",
  what: "物品",
  keyOf: ({ id }: z.infer<typeof Item>) => id,
  columns: [{ title: "编号", cell: ({ id }: z.infer<typeof Item>) => `编号${id}` }],
  empty: { title: "暂无物品" },
}
// Longer than the call takes: what an address says may fit here and not there.
const name = filter(z.string().max(9))
const numberedFilters = urlFilters({ name, page: pageNumber })
const walkedFilters = urlFilters({ name, at: pageAt(z.string().max(40)) })

function Numbered() {
  const url = useUrlFilters(numberedFilters)
  return (
    <List
      {...shared}
      url={url}
      call={numbered}
      input={{ ...(url.state.name !== "" && { name: url.state.name }) }}
      rowsOf={({ items }) => items}
      paging={{ by: "number", key: "page", size: 2, totalOf: ({ total }) => total }}
    />
  )
}

function Walked() {
  const url = useUrlFilters(walkedFilters)
  return (
    <List
      {...shared}
      url={url}
      call={walked}
      input={{ ...(url.state.name !== "" && { name: url.state.name }) }}
      rowsOf={({ items }) => items}
      paging={{ by: "cursor", key: "at", input: "cursor", nextOf: ({ next }) => next }}
    />
  )
}

/** Four pages: the first without a cursor, then 1-1, 2-2, 3-3. */
function answerPages() {
  answer.mockImplementation(async (_call, input) => {
    const no = Number(((input as { cursor?: string }).cursor ?? "0").slice(0, 1))
    return { items: [{ id: `${no}` }], next: no === 3 ? null : `${no + 1}-${no + 1}` }
  })
}

beforeEach(() => {
  answer.mockReset()
  tabStorage.remove("page-trails")
})

test("[LAYOUT-3] a page beyond the end offers the last and the first, and blames no filter", async () => {
  answer.mockImplementation(async (_call, input) => {
    const { start } = input as unknown as { start: number }
    return { total: 3, items: start < 3 ? [{ id: `${start}` }] : [] }
  })
  const { user, router } = renderPage(<Numbered />, { address: "/?page=99" })
  expect(await screen.findByText("共 3 条，最后一页是第 2 页。")).toBeTruthy()
  expect(screen.queryByText(/筛选/)).toBeNull()
  await user.click(screen.getByRole("button", { name: "最后一页" }))
  expect(await screen.findByText("编号2")).toBeTruthy()
  await act(() => router.navigate("/?page=99"))
  await user.click(await screen.findByRole("button", { name: "第一页" }))
  expect(await screen.findByText("编号0")).toBeTruthy()
})

test("[LAYOUT-3] a page that no longer has rows leads to the first where nobody counts", async () => {
  answer.mockImplementation(async (_call, input) => {
    return { items: "cursor" in input ? [] : [{ id: "0" }], next: null }
  })
  const { user } = renderPage(<Walked />, { address: "/?at=1-1" })
  await user.click(await screen.findByRole("button", { name: "第一页" }))
  expect(await screen.findByText("编号0")).toBeTruthy()
})

test("[LAYOUT-3] a filtered list without anything says so on every page", async () => {
  answer.mockResolvedValue({ total: 0, items: [] })
  renderPage(<Numbered />, { address: "/?name=abc&page=3" })
  expect(await screen.findByRole("heading", { name: "没有符合条件的物品" })).toBeTruthy()
})

test.each([
  ["a filter", "/?name=toolong&page=1", { start: 2, limit: 2 }, "?page=1"],
  ["a character that can't be stored", "/?name=%00&page=1", { start: 2, limit: 2 }, "?name=%00&page=1"],
])("[LAYOUT-3] %s that the call refuses is not sent", async (_name, address, sent, kept) => {
  answer.mockResolvedValue({ total: 3, items: [{ id: "1" }] })
  const { router } = renderPage(<Numbered />, { address })
  expect(await screen.findByText("编号1")).toBeTruthy()
  expect(asked()).toEqual([sent])
  await waitFor(() => expect(router.state.location.search).toBe(kept))
})

test("[LAYOUT-3] a cursor that the call refuses leads to the first page", async () => {
  answerPages()
  const { router } = renderPage(<Walked />, { address: "/?name=abc&at=nonsense" })
  expect(await screen.findByText("编号0")).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toBe("?name=abc"))
  expect(asked()).toEqual([{ name: "abc" }])
})

const pageShown = (no: number) => waitFor(() => expect(screen.getByText(`第 ${no} 页`)).toBeTruthy())

async function walkTo(last: number, address = "/") {
  answerPages()
  const opened = renderPage(<Walked />, { address })
  await pageShown(1)
  for (let no = 2; no <= last; no += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await opened.user.click(screen.getByRole("button", { name: "下一页" }))
    // oxlint-disable-next-line no-await-in-loop
    await screen.findByText(`编号${no - 1}`)
  }
  return opened
}

test("[LAYOUT-3] the number of a page is right after back and forward", async () => {
  const { user, router } = await walkTo(3)
  await pageShown(3)
  await act(() => router.navigate(-1))
  await pageShown(2)
  await user.click(screen.getByRole("button", { name: "上一页" }))
  await pageShown(1)
  await act(() => router.navigate(-1))
  await pageShown(2)
  await act(() => router.navigate(-1))
  await pageShown(1)
})

test("[LAYOUT-3] the number of a page and the way back survive a reload", async () => {
  const { router, unmount } = await walkTo(3)
  const { search } = router.state.location
  unmount()
  const { user } = renderPage(<Walked />, { address: `/${search}` })
  await pageShown(3)
  await user.click(screen.getByRole("button", { name: "上一页" }))
  await pageShown(2)
})

test("[LAYOUT-3] a page has no number of the same list with other filters", async () => {
  const { router } = await walkTo(3)
  const { search } = router.state.location
  await act(() => router.navigate(`/${search}&name=abc`))
  expect(await screen.findByRole("button", { name: "回到第一页" })).toBeTruthy()
  expect(screen.queryByText(/^第 \d+ 页$/)).toBeNull()
})

test("[LAYOUT-3] a list takes no page from the one who asks", () => {
  type Asked = Parameters<typeof List<typeof numberedFilters.usual, typeof numbered, { id: string }>>[0]
  const filtered: Asked["input"] = { name: "abc" }
  // @ts-expect-error -- the page is the list's own
  const paged: Asked["input"] = { ...filtered, start: 7 }
  expect(paged).toHaveProperty("start")
})
