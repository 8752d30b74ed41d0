import { dailyStatCalls, type DailyNumber } from "@uc/contract/daily-stats/calls"
import { httpMessages } from "@uc/contract/core/http"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { act, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { homeCard, type CardContent, type HomeCard } from "./home-card.ts"
import { keepLastGood } from "./last-good.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { CardFrame } from "./card-frame.tsx"

const common = {
  icon: "chart",
  audience: ["staff"],
  order: 1,
  size: { w: 4, h: 4 },
  least: { w: 2, h: 2 },
} as const

let isContentBroken = false

function numbersCard(key: string, title: string): HomeCard {
  return homeCard({
    ...common,
    key,
    title,
    shape: dailyStatCalls.ofDay.output,
    load: ({ ask }) => ask(dailyStatCalls.ofDay, {}),
    Content: ({ data }: CardContent<readonly DailyNumber[]>) => {
      if (isContentBroken) throw new Error("can't be drawn")
      return <p>{data.map(({ name, current }) => `${name} ${current}`).join()}</p>
    },
  })
}

const numbers = numbersCard("numbers", "今日数据")
const topics = homeCard({
  ...common,
  key: "topics",
  title: "我的订阅",
  shape: subscriptionCalls.check.output,
  load: ({ ask }) => ask(subscriptionCalls.check, {}),
  Content: ({ data }) => <p>{data.map(({ name }) => name).join()}</p>,
})

let answer: () => unknown
let asked: ReturnType<typeof serveFakes>

function told(current: number): DailyNumber[] {
  return [{ code: "alarms", name: "新增预警", current, previous: 1 }]
}

function open(...cards: readonly HomeCard[]) {
  return renderPage(
    cards.map((card) => <CardFrame key={card.key} card={card} user={someUser} pinnedBy={null} />),
  )
}

const frame = (title = "今日数据") => within(screen.getByRole("region", { name: title }))

beforeEach(() => {
  localStorage.clear()
  keepUser(someUser)
  isContentBroken = false
  answer = () => told(3)
  asked = serveFakes(
    // Whatever the test says, also what the contract does not know.
    answering(dailyStatCalls.ofDay, () => answer() as DailyNumber[]),
    answering(subscriptionCalls.check, () => [{ code: "task", name: "任务", isSubscribed: true }]),
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("[HOME-1] a card whose call is refused says why and retries alone", async () => {
  answer = () => {
    throw new Refused("统计服务维护中")
  }
  open(numbers, topics)
  expect((await frame().findByRole("alert")).textContent).toContain("统计服务维护中")
  await frame("我的订阅").findByText("任务")
  const before = asked.length
  answer = () => told(7)
  await userEvent.click(frame().getByRole("button", { name: "重试" }))
  await frame().findByText("新增预警 7")
  expect(asked.slice(before).map(({ path }) => path)).toEqual([
    expect.stringContaining(dailyStatCalls.ofDay.path),
  ])
})

test("[HOME-1] a call that hangs ends with its own time limit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
  answer = () => new Promise(() => undefined)
  open(numbers)
  await act(() => vi.advanceTimersByTimeAsync(dailyStatCalls.ofDay.timeoutMs - 100))
  expect(frame().queryByRole("alert")).toBeNull()
  frame().getByText("正在加载…")
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(frame().getByRole("alert").textContent).toContain(httpMessages.timeout)
  frame().getByRole("button", { name: "重试" })
})

test("[HOME-1][REQ-8] a nonsense answer is a failure of that card, and nothing of it is kept", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  answer = () => [{ code: "alarms", name: 5 }]
  open(numbers)
  expect((await frame().findByRole("alert")).textContent).toContain(httpMessages.malformed)
  expect(Object.keys(localStorage).filter((key) => key.includes("home-card"))).toEqual([])
})

test("[HOME-1] the last good value is shown with its time while the call hangs or fails", async () => {
  const { unmount } = open(numbers)
  await frame().findByText("新增预警 3")
  unmount()
  const atMs = Date.now()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: atMs + 26 * 60 * 60 * 1000 })
  answer = () => new Promise(() => undefined)
  open(numbers)
  frame().getByText("新增预警 3")
  expect(frame().getByRole("status").textContent).toMatch(/^正在更新，显示的是 .+ 的数据$/)
  await act(() => vi.advanceTimersByTimeAsync(dailyStatCalls.ofDay.timeoutMs + 100))
  frame().getByText("新增预警 3")
  expect(frame().getByRole("status").textContent).toContain(`更新失败：${httpMessages.timeout}。显示的是 `)
  expect(frame().queryByRole("alert")).toBeNull()
  vi.useRealTimers()
  answer = () => told(8)
  await userEvent.click(frame().getByRole("button", { name: "重试" }))
  await frame().findByText("新增预警 8")
  await waitFor(() => expect(frame().queryByRole("status")).toBeNull())
})

test("[HOME-1] a stored answer of an older shape or another user is not shown", async () => {
  keepLastGood(someUser.id, "numbers", { atMs: 1, value: [{ old: true }] })
  keepLastGood("2", "numbers", { atMs: 1, value: told(99) })
  answer = () => new Promise(() => undefined)
  open(numbers)
  expect(screen.queryByText(/新增预警/)).toBeNull()
})

test("[HOME-1] a card that can't be drawn leaves the others alone and can be tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  isContentBroken = true
  open(numbers, topics)
  expect((await frame().findByRole("alert")).textContent).toContain("内容无法显示")
  await frame("我的订阅").findByText("任务")
  isContentBroken = false
  await userEvent.click(frame().getByRole("button", { name: "重试" }))
  await frame().findByText("新增预警 3")
  // Its call has ended, and is not counted by the next test.
  await waitFor(() => expect(asked).toHaveLength(3))
  await waitFor(() =>
    expect(frame().getByRole("button", { name: "刷新今日数据" })).toHaveProperty("disabled", false),
  )
})

test("[HOME-1][REQ-2] two cards that show the same answer ask once", async () => {
  open(numbers, numbersCard("again", "数据对比"))
  await frame().findByText("新增预警 3")
  await frame("数据对比").findByText("新增预警 3")
  expect(asked).toEqual([{ path: expect.stringContaining(dailyStatCalls.ofDay.path), sent: "" }])
})

test("[BARE-20] a card whose frame can't be drawn leaves the others alone and can be tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  let isBroken = true
  const more = {
    words: "更多",
    get to() {
      if (isBroken) throw new Error("can't be drawn")
      return "/main/home"
    },
  }
  open({ ...numbers, more }, topics)
  expect((await frame().findByRole("alert")).textContent).toContain("内容无法显示")
  await frame("我的订阅").findByText("任务")
  isBroken = false
  await userEvent.click(frame().getByRole("button", { name: "重试" }))
  await frame().findByText("新增预警 3")
})
