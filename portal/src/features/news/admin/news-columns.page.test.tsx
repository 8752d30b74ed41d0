import { QueryClientProvider } from "@tanstack/react-query"
import {
  newsAdminCalls,
  newsAdminMessages,
  type WrittenColumn,
  type WrittenNews,
} from "@uc/contract/news/admin-calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ComponentType } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { Component as FriendLinks } from "../friend-links.page.tsx"
import { Component as NewsAdmin } from "./news-admin.page.tsx"
import { Component as NewsColumns } from "./news-columns.page.tsx"
import { chooseOption } from "../../../testing/choose-option.ts"

function column(id: string, parentId: string | null, name: string): WrittenColumn {
  return { id, parentId, name, category: `c${id}`, isPublic: false, isShared: false, news: 2, version: 3 }
}

const piece: WrittenNews = {
  id: "7",
  title: "冬季检查",
  columnId: "1",
  columnname: "要闻",
  author: "",
  state: "published",
  publishedAt: "2026-11-14 09:00:00",
  createdAt: "2026-11-14 08:00:00",
  isPublic: false,
  isShared: true,
  version: 4,
}

let done: [string, Record<string, unknown>][]
let listed: Record<string, string>[]
let refuse: string | null

function acted<T>(what: string, answer: T) {
  return (sent: URLSearchParams): T => {
    if (refuse !== null) throw new Refused(refuse)
    done.push([what, JSON.parse(sent.get("json") ?? "{}") as Record<string, unknown>])
    return answer
  }
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  done = []
  listed = []
  refuse = null
  keepUser({ ...someUser, usertype: usertypes.bureau, admintype: admintypes.area })
  const link = { isPublic: false, isShared: false, version: 1 }
  serveFakes(
    answering(newsAdminCalls.columns, () => ({
      columns: [
        column("1", null, "要闻"),
        column("2", "1", "图片"),
        column("3", "2", "组图"),
        column("4", null, "通知"),
      ],
    })),
    answering(newsAdminCalls.moveColumn, acted("move", { id: "1", version: 4 })),
    answering(newsAdminCalls.saveColumn, acted("save", { id: "9", version: 1 })),
    answering(newsAdminCalls.removeColumn, acted("remove", {})),
    answering(newsAdminCalls.list, (sent) => {
      listed.push(Object.fromEntries(sent))
      return { items: [piece], newer: null, older: "5-7" }
    }),
    answering(newsAdminCalls.withdraw, acted("withdraw", { ...piece, state: "draft", publishedAt: null })),
    answering(newsAdminCalls.links, () => ({
      links: [
        { id: "1", name: "资源", address: "https://a.example/", ...link },
        { id: "2", name: "安全", address: "https://b.example/", ...link },
      ],
    })),
    answering(newsAdminCalls.sortLinks, acted("sort", {})),
    answering(
      newsAdminCalls.saveLink,
      acted("saveLink", { id: "3", name: "新", address: "https://c.example/", ...link }),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened(Page: ComponentType, address = "/page") {
  const router = createMemoryRouter([{ path: "/page", element: <Page /> }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

test("[HOME-5] a column is moved anywhere but below itself, with the version that was seen", async () => {
  const { user } = opened(NewsColumns)
  await user.click(await screen.findByRole("button", { name: "移动图片" }))
  const target = screen.getByRole("combobox", { name: "移到" })
  await user.click(target)
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent?.trim())).toEqual([
    "最上级",
    "要闻",
    "通知",
  ])
  await user.click(screen.getByRole("option", { name: "通知" }))
  await user.click(screen.getByRole("button", { name: "移动" }))
  await waitFor(() => expect(done).toEqual([["move", { id: "2", version: 3, parentId: "4", place: 0 }]]))
  await user.click(screen.getByRole("button", { name: "下移要闻" }))
  await waitFor(() => expect(done.at(-1)).toEqual(["move", { id: "1", version: 3, place: 1 }]))
})

test("[DISTRICT-15] the code of a column is not sent empty once it has one", async () => {
  const { user } = opened(NewsColumns)
  await user.click(await screen.findByRole("button", { name: "修改要闻" }))
  const code = screen.getByLabelText("栏目代码")
  await user.clear(code)
  await user.click(screen.getByRole("button", { name: "保存" }))
  expect(await screen.findByText(newsAdminMessages.categoryStays)).toBeTruthy()
  expect(done).toEqual([])
  await user.type(code, "main")
  await user.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(done).toHaveLength(1))
  expect(done[0]?.[1]).toMatchObject({ id: "1", category: "main" })
})

test("[HOME-5] a column with news is not deleted, and the dialog says why", async () => {
  refuse = newsAdminMessages.columnHasNews
  const { user } = opened(NewsColumns)
  await user.click(await screen.findByRole("button", { name: "删除要闻" }))
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "删除" }))
  expect((await screen.findByRole("alert")).textContent).toContain(newsAdminMessages.columnHasNews)
})

test("[HOME-5] what is written is filtered by the address and withdrawn with its version", async () => {
  const { router, user } = opened(NewsAdmin, "/page?columnId=2&before=9-9")
  await screen.findByRole("row", { name: /冬季检查/ })
  expect(listed[0]).toMatchObject({ columnId: "2", before: "9-9" })
  await chooseOption(screen.getByRole("combobox", { name: "状态" }), "已发布")
  expect(router.state.location.search).toBe("?columnId=2&state=published")
  await user.type(screen.getByRole("searchbox", { name: "标题" }), "检查{Enter}")
  await waitFor(() =>
    expect(listed.at(-1)).toMatchObject({ columnId: "2", state: "published", title: "检查" }),
  )
  await user.click(await screen.findByRole("button", { name: "撤回冬季检查" }))
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "撤回" }))
  await waitFor(() => expect(done).toEqual([["withdraw", { id: "7", version: 4 }]]))
})

test("[HOME-5] news that another has changed is not withdrawn, and the dialog says why", async () => {
  refuse = newsAdminMessages.changedMeanwhile
  const { user } = opened(NewsAdmin)
  await user.click(await screen.findByRole("button", { name: "撤回冬季检查" }))
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "撤回" }))
  expect((await screen.findByRole("alert")).textContent).toContain(newsAdminMessages.changedMeanwhile)
  expect(screen.getByRole("dialog")).toBeTruthy()
})

test("[HOME-5] links keep their order, and only an address of the web is sent", async () => {
  const { user } = opened(FriendLinks)
  await user.click(await screen.findByRole("button", { name: "下移资源" }))
  await waitFor(() => expect(done).toEqual([["sort", { linkIds: "2,1" }]]))
  await user.click(screen.getByRole("button", { name: "新增链接" }))
  await user.type(screen.getByLabelText("名称"), "新")
  await user.clear(screen.getByLabelText("网址"))
  await user.type(screen.getByLabelText("网址"), "javascript:alert(1)")
  await user.click(screen.getByRole("button", { name: "保存" }))
  expect(await screen.findByText(newsAdminMessages.badAddress)).toBeTruthy()
  expect(done).toHaveLength(1)
})
