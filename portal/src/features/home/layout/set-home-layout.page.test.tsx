import { homeLayoutCalls, layoutMessages, type UserCustom } from "@uc/contract/home/calls"
import { screen, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepHomeCards, type HomeCard } from "../home-card.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { Component } from "./set-home-layout.page.tsx"

const titles = { one: "甲", two: "乙" } as const
const cards = Object.entries(titles).map(([key, title], order) => ({
  key,
  title,
  order,
  icon: "bell",
  audience: ["staff", "administrator"],
  size: { w: 12, h: 4 },
  least: { w: 3, h: 2 },
})) as unknown as readonly HomeCard[]

function arrangement(first: keyof typeof titles, version: number): UserCustom {
  const second = first === "one" ? "two" : "one"
  const items = [first, second].map((key, at) => ({ key, x: 0, y: at * 4, w: 12, h: 4, isHidden: false }))
  return { id: "5", type: "home", items, version }
}

/** What the server has; another device may save it at any time. */
let kept: UserCustom | null

beforeEach(() => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media.includes("max-width: 767px"),
    addEventListener() {},
    removeEventListener() {},
  }))
  keepUser(someUser)
  keepHomeCards(cards)
  kept = arrangement("two", 1)
  serveFakes(
    answering(homeLayoutCalls.list, () => (kept ? [kept] : [])),
    answering(homeLayoutCalls.pins, () => ({ pinned: [], own: null })),
    answering(homeLayoutCalls.remove, (sent) => {
      if (kept && sent.get("version") !== String(kept.version))
        throw new Refused(layoutMessages.changedMeanwhile)
      kept = null
      return {}
    }),
  )
})
afterEach(() => {
  keepHomeCards([])
  vi.unstubAllGlobals()
})

test("[HOME-3] a reset after another device has saved asks first and deletes nothing unseen", async () => {
  const { user } = renderPage(<Component />)
  await user.click(await screen.findByRole("button", { name: "恢复默认" }))
  kept = { ...arrangement("two", 2) }
  await user.click(screen.getByRole("button", { name: "保存" }))
  const confirm = await screen.findByRole("dialog", { name: layoutMessages.changedMeanwhile })
  expect(kept).not.toBeNull()
  await user.click(within(confirm).getByRole("button", { name: "保留这里的修改" }))
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await user.click(screen.getByRole("button", { name: "保存" }))
  await vi.waitFor(() => expect(kept).toBeNull())
})
