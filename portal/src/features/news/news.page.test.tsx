import { QueryClientProvider } from "@tanstack/react-query"
import { newsCalls, newsMessages, type ListedNews } from "@uc/contract/news/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { cleanup, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { shownToasts } from "../../platform/browser/toast.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./news.page.tsx"

const item: ListedNews = {
  id: "7",
  title: "冬季消防检查",
  summary: "全区检查",
  category: "headline",
  createtime: "2026-11-14 09:00:00",
  columnname: "要闻",
  orgname: "甲区教育局",
}

let listed: Record<string, string>[]
let isDown: boolean
let informed: readonly string[]
let isOn: boolean

beforeEach(() => {
  listed = []
  isDown = false
  isOn = false
  informed = ["食堂招标结果公示"]
  keepUser(someUser)
  serveFakes(
    answering(newsCalls.columns, () => [
      {
        id: "1",
        name: "要闻",
        category: "headline",
        children: [{ id: "2", name: "图片新闻", category: "pictures", children: [] }],
      },
    ]),
    answering(newsCalls.list, (sent) => {
      listed.push(Object.fromEntries(sent))
      if (isDown) throw new Refused("数据库正忙")
      return sent.has("before")
        ? { items: [{ ...item, id: "8", title: "更早的一篇" }], newer: "900-8", older: null }
        : { items: [item], newer: null, older: "1000-7" }
    }),
    answering(newsCalls.detail, (sent) => {
      if (sent.get("id") !== "7") throw new Refused(newsMessages.gone)
      return { ...item, author: "办公室", body: "<h2>小标题</h2><p>正文<strong>重点</strong></p>" }
    }),
    answering(newsCalls.information, (sent) => {
      if (isDown) throw new Refused("数据库正忙")
      const [start, limit] = [Number(sent.get("start")), Number(sent.get("limit"))]
      return {
        total: informed.length,
        items: informed
          .map((title, at) => ({ ...item, id: `${at + 20}`, title }))
          .slice(start, start + limit),
      }
    }),
    answering(newsCalls.friendLinks, () => [
      { id: "1", name: "资源平台", address: "https://resource.example/" },
      { id: "2", name: "坏链接", address: "javascript:alert(1)" },
    ]),
    answering(subscriptionCalls.check, () => [{ code: "news", name: "新闻资讯", isSubscribed: isOn }]),
    answering(subscriptionCalls.save, (sent) => {
      if (isDown) throw new Refused("数据库正忙")
      const { isSubscribed } = JSON.parse(sent.get("json") ?? "{}") as { isSubscribed: boolean }
      isOn = isSubscribed
      return { code: "news", name: "新闻资讯", isSubscribed: isOn }
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened(address = "/main/service") {
  const router = createMemoryRouter([{ path: "/main/service", element: <Component /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

test("[HOME-5] [ROUTE-4] the chosen column and the page stand in the address; pages are walked by key", async () => {
  const { router, user } = opened()
  await user.click(await screen.findByRole("link", { name: "图片新闻" }))
  expect(router.state.location.search).toBe("?category=pictures")
  await waitFor(() => expect(listed.at(-1)).toMatchObject({ category: "pictures" }))
  expect(screen.getByRole("link", { name: "图片新闻" })).toHaveProperty("ariaCurrent", "page")
  await user.click(await screen.findByRole("button", { name: "下一页" }))
  expect(router.state.location.search).toBe("?category=pictures&before=1000-7")
  expect(await screen.findByText("更早的一篇")).toBeTruthy()
  expect(listed.some((sent) => "start" in sent)).toBe(false)
  await user.click(screen.getByRole("button", { name: "上一页" }))
  expect(router.state.location.search).toBe("?category=pictures&after=900-8")
})

test("[HOME-5] an article has its structure and the focus, and leads back to its list", async () => {
  const { router, user } = opened("/main/service?category=headline")
  await user.click(await screen.findByRole("link", { name: item.title }))
  const heading = await screen.findByRole("heading", { name: item.title })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const article = within(screen.getByRole("article"))
  expect(article.getByRole("heading", { name: "小标题" })).toBeTruthy()
  expect(article.getByText("重点").localName).toBe("strong")
  await user.click(article.getByRole("link", { name: "返回列表" }))
  expect(router.state.location.search).toBe("?category=headline")
})

test("[HOME-5] an article that is gone says so; a wrong address opens the list", async () => {
  opened("/main/service?news=9&before=x&category=" + "a".repeat(65))
  expect((await screen.findByRole("alert")).textContent).toContain(newsMessages.gone)
  expect(screen.getByRole("link", { name: "返回列表" })).toBeTruthy()
})

test("[HOME-5] one failing list is retried alone; a link that is not http is left out", async () => {
  isDown = true
  const { user } = opened()
  const list = await screen.findByRole("region", { name: "全部资讯" })
  const failed = await within(list).findByRole("alert")
  expect(failed.textContent).toContain("数据库正忙")
  expect(await screen.findByRole("link", { name: /资源平台/ })).toHaveProperty("rel", "noopener noreferrer")
  expect(screen.queryByText("坏链接")).toBeNull()
  isDown = false
  await user.click(within(failed).getByRole("button", { name: "重试" }))
  expect(await screen.findByRole("link", { name: item.title })).toBeTruthy()
})

test("[HOME-4] the organisation's information list can be empty, fail and be retried", async () => {
  isDown = true
  const { router, user } = opened()
  const card = within(await screen.findByRole("region", { name: "本单位信息" }))
  await card.findByText("数据库正忙")
  isDown = false
  await user.click(card.getByRole("button", { name: "重试" }))
  await user.click(await card.findByRole("link", { name: /食堂招标结果公示/ }))
  expect(router.state.location.search).toBe("?news=20")
  informed = []
  cleanup()
  opened()
  await screen.findByText("本单位暂无信息。")
})

test("[HOME-5] a link from the bell to the subscriptions scrolls to them", async () => {
  opened("/main/service?see=subscriptions")
  await screen.findByRole("switch", { name: /新闻资讯/ })
  expect(within(document.activeElement as HTMLElement).getByRole("heading", { name: "订阅" })).toBeTruthy()
})

test("[HOME-5] a subscription is switched on; a failed save leaves it as it was", async () => {
  const { user } = opened()
  const news = await screen.findByRole("switch", { name: /新闻资讯/ })
  await user.click(news)
  await waitFor(() => expect(news.getAttribute("aria-checked")).toBe("true"))
  isDown = true
  await user.click(news)
  await waitFor(() => expect(shownToasts().map(({ text }) => text)).toContain("数据库正忙"))
  expect(news.getAttribute("aria-checked")).toBe("true")
})

test("[HOME-4] [DISTRICT-17] the own organisation's information is walked page by page", async () => {
  informed = Array.from({ length: 7 }, (_, at) => `公示${at + 1}`)
  const { user } = opened()
  const list = await screen.findByRole("list", { name: "本单位信息" })
  const shown = () =>
    within(list)
      .getAllByRole("link")
      .map((link) => link.textContent?.slice(0, 3))
  expect(shown()).toEqual(["公示1", "公示2", "公示3", "公示4", "公示5"])
  const card = list.closest("section") as HTMLElement
  await user.click(within(card).getByRole("button", { name: "下一页" }))
  await waitFor(() => expect(shown()).toEqual(["公示6", "公示7"]))
})
