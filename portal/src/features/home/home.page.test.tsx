import { homeLayoutCalls, layoutMessages, type UserCustom } from "@uc/contract/home/calls"
import { act, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { ChunkFailure } from "../../platform/http/load-chunk.ts"
import { noteNetwork } from "../../platform/http/network.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { homeCard, keepFirstCard, keepHomeCards } from "./home-card.ts"
import { Component } from "./home.page.tsx"

const [first, second] = ["甲", "乙"].map((title, order) =>
  homeCard({
    key: title,
    title,
    order,
    icon: "bell",
    audience: ["staff", "administrator"],
    size: { w: 12, h: 4 },
    least: { w: 3, h: 2 },
    shape: z.string(),
    load: () => Promise.resolve(`${title}的内容`),
    Content: ({ data }) => <p>{data}</p>,
  }),
) as [ReturnType<typeof homeCard>, ReturnType<typeof homeCard>]

let saved: UserCustom | null

function savedWith(items: readonly (readonly [string, number])[]): UserCustom {
  return {
    id: "5",
    type: "home",
    version: 1,
    items: items.map(([key, y]) => ({ key, x: 0, y, w: 12, h: 4, isHidden: false })),
  }
}

beforeEach(() => {
  localStorage.clear()
  keepUser(someUser)
  saved = null
  serveFakes(
    answering(homeLayoutCalls.list, () => (saved ? [saved] : [])),
    answering(homeLayoutCalls.pins, () => ({ pinned: [], own: null })),
  )
})
afterEach(() => {
  keepHomeCards([])
  vi.unstubAllGlobals()
})

/** The file of the other cards, which comes or fails when the test says so. */
function otherCards() {
  let come: () => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  keepFirstCard(
    first,
    () =>
      new Promise((resolve, reject) => {
        come = () => resolve([first, second])
        fail = reject
      }),
  )
  return { come: () => come(), fail: (error: unknown) => fail(error) }
}

test("[OPS-9] the first card shows its content while the file of the others is on its way", async () => {
  const others = otherCards()
  renderPage(<Component />)
  await screen.findByText("甲的内容")
  expect(screen.queryByText("乙")).toBeNull()
  others.come()
  await screen.findByText("乙的内容")
})

test("[OPS-9][HOME-3] a first card that stands lower waits for those above it", async () => {
  saved = savedWith([
    ["乙", 0],
    ["甲", 4],
  ])
  const others = otherCards()
  renderPage(<Component />)
  await waitFor(() =>
    expect(screen.getByRole("list", { name: "首页卡片" }).getAttribute("data-settled")).toBe("true"),
  )
  expect(screen.queryByText("甲")).toBeNull()
  others.come()
  await screen.findByText("甲的内容")
  expect([...document.querySelectorAll("[data-card]")].map((cell) => cell.getAttribute("data-card"))).toEqual(
    ["乙", "甲"],
  )
})

test("[OPS-9][BARE-2] other cards that can't be loaded are named, and tried again", async () => {
  const others = otherCards()
  const { user } = renderPage(<Component />)
  await screen.findByText("甲的内容")
  others.fail(new ChunkFailure("no network", false))
  await screen.findByText(layoutMessages.cardsNotLoaded)
  expect(screen.getByText("甲的内容")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "重试" }))
  expect(screen.queryByText(layoutMessages.cardsNotLoaded)).toBeNull()
  others.come()
  await screen.findByText("乙的内容")
})

test("[OPS-9][BARE-2] other cards that failed without a network come by themselves when it is back", async () => {
  const others = otherCards()
  renderPage(<Component />)
  await screen.findByText("甲的内容")
  act(() => noteNetwork(false))
  others.fail(new ChunkFailure("no network", false))
  await screen.findByText(layoutMessages.cardsNotLoaded)
  act(() => noteNetwork(true))
  await waitFor(() => expect(screen.queryByText(layoutMessages.cardsNotLoaded)).toBeNull())
  others.come()
  await screen.findByText("乙的内容")
})

test("[OPS-9] home without any card is said to be empty only when all cards are known", async () => {
  const { items, ...rest } = savedWith([
    ["甲", 0],
    ["乙", 4],
  ])
  saved = { ...rest, items: items.map((item) => ({ ...item, isHidden: true })) }
  const others = otherCards()
  renderPage(<Component />)
  await waitFor(() =>
    expect(screen.getByRole("list", { name: "首页卡片" }).getAttribute("data-settled")).toBe("true"),
  )
  expect(screen.queryByText("首页没有卡片")).toBeNull()
  others.come()
  await screen.findByText("首页没有卡片")
})
