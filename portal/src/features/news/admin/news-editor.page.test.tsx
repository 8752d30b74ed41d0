import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { QueryClientProvider } from "@tanstack/react-query"
import { newsAdminCalls, newsAdminMessages, type NewsDraft } from "@uc/contract/news/admin-calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { Component } from "./news-editor.page.tsx"

/** jsdom lays nothing out, which the editor needs; a browser test writes with it. */
vi.mock("../../rich-text/rich-text.tsx", () => ({
  default: ({ html, onChange }: { html: string; onChange: (html: string) => void }) => (
    <textarea aria-label="正文" defaultValue={html} onChange={({ target }) => onChange(target.value)} />
  ),
}))

let draft: NewsDraft
let saved: Record<string, unknown>[]
let published: Record<string, unknown>[]
let refuse: string | null

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  draft = {
    id: "7",
    title: "",
    columnId: "1",
    columnname: "要闻",
    author: "",
    state: "draft",
    publishedAt: null,
    createdAt: "2026-11-15 08:00:00",
    isPublic: false,
    isShared: false,
    version: 1,
    summary: "",
    body: "",
  }
  saved = []
  published = []
  refuse = null
  keepUser({ ...someUser, usertype: usertypes.bureau, admintype: admintypes.area })
  const sentJson = (sent: URLSearchParams) => JSON.parse(sent.get("json") ?? "{}") as Record<string, unknown>
  serveFakes(
    answering(newsAdminCalls.columns, () => ({
      columns: [
        {
          id: "1",
          parentId: null,
          category: "a",
          name: "要闻",
          isPublic: false,
          isShared: true,
          news: 0,
          version: 1,
        },
        {
          id: "2",
          parentId: "1",
          category: "b",
          name: "图片",
          isPublic: false,
          isShared: true,
          news: 0,
          version: 1,
        },
      ],
    })),
    answering(newsAdminCalls.read, () => draft),
    answering(newsAdminCalls.save, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      saved.push(sentJson(sent))
      draft = { ...draft, ...sentJson(sent), version: draft.version + 1 }
      return draft
    }),
    answering(newsAdminCalls.preview, (sent) => ({ body: String(sentJson(sent)["body"]).replace("坏", "") })),
    answering(newsAdminCalls.publish, (sent) => {
      published.push(sentJson(sent))
      return { ...draft, state: "published" as const, publishedAt: "2026-11-15 09:00:00" }
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened(address = "/main/newsEditor?columnId=2") {
  const router = createMemoryRouter(
    [
      { path: "/main/newsEditor", element: <Component /> },
      { path: "/main/newsAdmin", element: <p>列表</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

test("[HOME-5] a preview and a publication save first what was typed", async () => {
  const { router, user } = opened()
  await user.click(await screen.findByRole("button", { name: "发布" }))
  expect(screen.getByText(newsAdminMessages.titleMissing)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /标题/ }))
  await user.type(screen.getByRole("textbox", { name: /标题/ }), "冬季检查")
  await user.type(await screen.findByLabelText("正文"), "<p>好坏</p>")
  await user.click(screen.getByRole("button", { name: "预览" }))
  expect(await within(screen.getByRole("dialog")).findByText("好")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "关闭" }))
  await user.click(screen.getByRole("button", { name: "发布" }))
  await user.click(await screen.findByRole("button", { name: "立即发布" }))
  expect(saved).toMatchObject([{ title: "冬季检查", body: "<p>好坏</p>", columnId: "2" }])
  expect(published).toMatchObject([{ id: "7", version: 2 }])
  await waitFor(() => expect(router.state.location.pathname).toBe("/main/newsAdmin"))
})

test("[HOME-5] published later: the moment is China's and goes along", async () => {
  draft = { ...draft, title: "冬季检查", body: "<p>好</p>" }
  const { user } = opened("/main/newsEditor?id=7")
  await user.click(await screen.findByRole("button", { name: "发布" }))
  await user.click(await screen.findByRole("checkbox", { name: "定时发布" }))
  await user.click(screen.getByRole("button", { name: "定时发布" }))
  await waitFor(() => expect(published).toHaveLength(1))
  expect(published[0]?.["at"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/)
  expect(saved).toEqual([])
})

test("[HOME-5] changed by another: nothing typed is lost, and the newest can be viewed", async () => {
  draft = { ...draft, title: "冬季检查", body: "<p>好</p>" }
  const { user } = opened("/main/newsEditor?id=7")
  await user.type(await screen.findByLabelText("标题"), "（改）")
  refuse = newsAdminMessages.changedMeanwhile
  await user.click(screen.getByRole("button", { name: "保存草稿" }))
  expect((await screen.findByRole("alert")).textContent).toContain(newsAdminMessages.changedMeanwhile)
  expect(screen.getByLabelText("标题")).toHaveProperty("value", "冬季检查（改）")
  draft = { ...draft, title: "别人的标题", version: 5 }
  await user.click(screen.getByRole("button", { name: /查看最新内容/ }))
  await waitFor(() => expect(screen.getByLabelText("标题")).toHaveProperty("value", "别人的标题"))
})

test("[HOME-5] a new one that was saved has its address, and goes on under the author's hands", async () => {
  const { router, user } = opened()
  await user.type(await screen.findByLabelText("标题"), "冬季")
  await user.click(screen.getByRole("button", { name: "保存草稿" }))
  await waitFor(() => expect(router.state.location.search).toBe("?id=7"))
  await user.type(screen.getByLabelText("标题"), "检查")
  await user.click(screen.getByRole("button", { name: "保存草稿" }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toMatchObject({ id: "7", version: 2, title: "冬季检查" })
})

test("[HOME-5] what is not saved is asked about before it is left", async () => {
  const { router, user } = opened()
  await user.type(await screen.findByLabelText("标题"), "没写完")
  await user.click(screen.getByRole("link", { name: "返回列表" }))
  expect(await screen.findByText("有未保存的修改，离开后将丢失。")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "取消" }))
  expect(router.state.location.pathname).toBe("/main/newsEditor")
})

test("[ROLE-2] without administrator's rights there is a message and no call", async () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  opened()
  expect(await screen.findByText(noPermissionMessage("news.manage"))).toBeTruthy()
})
