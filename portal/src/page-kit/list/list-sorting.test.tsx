import { call } from "@uc/contract/core/call"
import { sortedBy, sortMessages } from "@uc/contract/core/sorting"
import { page } from "@uc/contract/core/wire"
import { act, screen, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { chooseOption } from "../../testing/choose-option.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { List } from "./list.tsx"
import { filter, pageNumber, sorting, urlFilters } from "./url-filters.ts"
import { useUrlFilters } from "./use-url-filters.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn<typeof send>(),
}))
const answer = vi.mocked(send)
const lastAsked = () => answer.mock.calls.at(-1)?.[1]

const Item = z.object({ id: z.string() })
const list = call({
  service: "vms",
  method: "GET",
  path: "/sorted",
  permission: null,
  input: z.object({
    name: z.string().optional(),
    start: z.number(),
    limit: z.number().max(50),
    ...sortedBy("name", "due"),
  }),
  output: page(Item),
})
const filters = urlFilters({ name: filter(z.string()), page: pageNumber, sort: sorting(list) })

function Items() {
  const url = useUrlFilters(filters)
  const { name } = url.state
  return (
    <List
      label="物品列表"
      what="物品"
      url={url}
      fields={[{ search: "name", label: "名称", placeholder: "", maxLength: 9 }]}
      call={list}
      input={{ ...(name !== "" && { name }) }}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={[
        { title: "名称", sortedBy: "name", isName: true, cell: ({ id }) => `物品${id}` },
        { title: "期限", sortedBy: "due", cell: () => "今天", printed: () => "2026-11-15" },
        { title: "备注", cell: () => "无" },
        { title: "操作", cell: () => "删除", printed: null },
      ]}
      paging={{ by: "number", key: "page", size: 20, totalOf: ({ total }) => total }}
      printed="物品"
      empty={{ title: "暂无物品" }}
    />
  )
}

const sizeKey = "page-size::物品列表"
beforeEach(() => {
  browserStorage.remove(sizeKey)
  answer.mockReset()
  answer.mockResolvedValue({ total: 120, items: [{ id: "1" }, { id: "2" }] })
})
afterEach(() => void vi.unstubAllGlobals())

const header = (name: string) => screen.findByRole("columnheader", { name })
const press = async (user: ReturnType<typeof renderPage>["user"], name: string) =>
  user.click(within(await header(name)).getByRole("button"))

test("[DAY-13] a header sorts upwards, downwards and not, from the first page on", async () => {
  const { user, router } = renderPage(<Items />, { address: "/?page=2&name=a" })
  expect((await header("期限")).getAttribute("aria-sort")).toBe("none")
  await press(user, "期限")
  expect(router.state.location.search).toBe("?name=a&sort=due")
  expect(lastAsked()).toEqual({ name: "a", sort: "due", start: 0, limit: 20 })
  expect((await header("期限")).getAttribute("aria-sort")).toBe("ascending")
  await press(user, "期限")
  expect(lastAsked()).toMatchObject({ sort: "-due" })
  expect((await header("期限")).getAttribute("aria-sort")).toBe("descending")
  await press(user, "期限")
  expect(router.state.location.search).toBe("?name=a")
  // A column without an order of its own has no button.
  expect(within(await header("备注")).queryByRole("button")).toBeNull()
})

test("[DAY-13] an order that the call does not take is dropped from the address", async () => {
  const { router } = renderPage(<Items />, { address: "/?sort=secret" })
  await header("名称")
  expect(lastAsked()).toEqual({ start: 0, limit: 20 })
  expect(router.state.location.search).not.toContain("sort=due")
})

test("[DAY-13] too many rows to sort are told, with the way back", async () => {
  answer.mockRejectedValueOnce(new Failure("refused", sortMessages.tooMany, { field: "sort" }))
  const { user } = renderPage(<Items />, { address: "/?sort=due" })
  expect(await screen.findByText(sortMessages.tooMany)).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "恢复默认顺序" }))
  expect(await screen.findByRole("table", { name: "物品列表" })).toBeTruthy()
  expect(lastAsked()).toEqual({ start: 0, limit: 20 })
})

test("[DAY-13] the size of a page is what the call takes, and is kept in this browser", async () => {
  const { user, unmount } = renderPage(<Items />, { address: "/?page=3" })
  const box = await screen.findByLabelText("每页")
  await user.click(box)
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["20 条", "50 条"])
  await user.keyboard("{Escape}")
  await chooseOption(box, "50 条")
  expect(lastAsked()).toEqual({ start: 0, limit: 50 })
  unmount()
  renderPage(<Items />)
  await screen.findByRole("table", { name: "物品列表" })
  expect(lastAsked()).toEqual({ start: 0, limit: 50 })
})

test("[DAY-13] on a phone, which has no headers, the order is one of the filters", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const { user } = renderPage(<Items />)
  await user.click(await screen.findByRole("button", { name: "筛选" }))
  await chooseOption(screen.getByLabelText("排序"), "期限：降序")
  expect(lastAsked()).toMatchObject({ sort: "-due" })
})

/** How wide the place of the table is. */
function placeOf(widthPx: number): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #told: ResizeObserverCallback
      constructor(told: ResizeObserverCallback) {
        this.#told = told
      }
      observe(target: HTMLElement) {
        target.style.fontSize = "14px"
        const entry = { target, contentRect: { width: widthPx } } as unknown as ResizeObserverEntry
        queueMicrotask(() => act(() => this.#told([entry], this as unknown as ResizeObserver)))
      }
      disconnect() {}
    },
  )
}

test("[BROWSER-10] where the columns have no room rows are cards, and the order is one of the filters", async () => {
  placeOf(320)
  renderPage(<Items />)
  await chooseOption(await screen.findByLabelText("排序"), "期限：降序")
  expect(lastAsked()).toMatchObject({ sort: "-due" })
})

test("[BROWSER-10] where they have room the headings sort alone", async () => {
  placeOf(1000)
  renderPage(<Items />)
  await header("期限")
  await Promise.resolve()
  expect(screen.queryByLabelText("排序")).toBeNull()
})

async function printed(address = "/") {
  const print = vi.fn<() => void>()
  vi.stubGlobal("print", print)
  const { user } = renderPage(<Items />, { address })
  await user.click(await screen.findByRole("button", { name: "打印" }))
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  const sheet = document.querySelector<HTMLElement>("[data-print]")
  if (sheet === null) throw new Error("Nothing is printed")
  return sheet
}

/** Answers with what is asked for, out of so many. */
function answerFrom(total: number) {
  answer.mockImplementation((_, input) => {
    const { start, limit } = input as { readonly start: number; readonly limit: number }
    const length = Math.max(0, Math.min(limit, total - start))
    return Promise.resolve({ total, items: Array.from({ length }, (_each, at) => ({ id: `${start + at}` })) })
  })
}

test("[DAY-13] all rows of the filters are printed from any page, with dates and their number", async () => {
  answerFrom(112)
  const sheet = await printed("/?page=2&name=a&sort=-due")
  expect(sheet.querySelector("h1")?.textContent).toBe("物品")
  expect([...sheet.querySelectorAll("th")].map(({ textContent }) => textContent)).toEqual([
    "名称",
    "期限",
    "备注",
  ])
  expect(sheet.querySelectorAll("tbody tr")).toHaveLength(112)
  expect(sheet.textContent).toContain("物品111")
  expect(sheet.textContent).toContain("名称：a　共 112 条")
  expect(sheet.textContent).toContain("2026-11-15")
  expect(sheet.textContent).not.toContain("今天")
  expect(answer.mock.calls.map(([, input]) => input)).toContainEqual({
    name: "a",
    sort: "-due",
    start: 100,
    limit: 50,
  })
  expect(document.documentElement.dataset["printing"]).toBe("")
  window.dispatchEvent(new Event("afterprint"))
  await vi.waitFor(() => expect(document.querySelector("[data-print]")).toBeNull())
  expect(document.documentElement.dataset["printing"]).toBeUndefined()
})

test("[DAY-13] B4: a list too long for paper says how much of it is printed", async () => {
  answerFrom(1312)
  const sheet = await printed()
  expect(sheet.querySelectorAll("tbody tr")).toHaveLength(500)
  expect(sheet.textContent).toContain("共 1,312 条，打印前 500 条")
})
