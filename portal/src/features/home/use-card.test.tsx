import { dailyStatCalls, type DailyNumber } from "@uc/contract/daily-stats/calls"
import { act, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { CardFrame } from "./card-frame.tsx"
import { homeCard, type CardContent } from "./home-card.ts"
import { keepLastGood } from "./last-good.ts"

/** About when use-card.ts was loaded. */
const beganMs = Date.now()

const listeners = new Map<string, Set<() => void>>()
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (topic: string, listener: () => void) => {
    const own = listeners.get(topic) ?? new Set()
    listeners.set(topic, own.add(listener))
    return () => own.delete(listener)
  },
}))

function card(key: string, ...refreshedBy: readonly ("bell" | "alarms")[]) {
  return homeCard({
    key,
    title: key,
    icon: "chart",
    audience: ["staff"],
    order: 1,
    size: { w: 4, h: 4 },
    least: { w: 2, h: 2 },
    ...(refreshedBy.length > 0 && { refreshedBy }),
    shape: dailyStatCalls.ofDay.output,
    load: ({ ask }) => ask(dailyStatCalls.ofDay, {}),
    Content: ({ data }: CardContent<readonly DailyNumber[]>) => <p>{`${key} ${data[0]?.current}`}</p>,
  })
}

let loaded: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true })
  localStorage.clear()
  keepUser(someUser)
  loaded = 0
  serveFakes(
    answering(dailyStatCalls.ofDay, () => [{ code: "alarms", name: "x", current: ++loaded, previous: 0 }]),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("[DAY-10] a card with to-dos is loaded again when the bell rings, others are not", async () => {
  renderPage([
    <CardFrame key="a" card={card("todo", "bell")} user={someUser} pinnedBy={null} />,
    <CardFrame key="b" card={card("other")} user={someUser} pinnedBy={null} />,
  ])
  await screen.findByText("todo 1")
  await screen.findByText("other 1")
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  // Three at once are one.
  for (let times = 0; times < 3; times++) act(() => listeners.get("bell")?.forEach((listener) => listener()))
  await act(() => vi.advanceTimersByTimeAsync(4000))
  await screen.findByText("todo 2")
  screen.getByText("other 1")
  expect(loaded).toBe(2)
})

test("[HOME-1] what was stored just before a reload is shown, and loaded again all the same", async () => {
  const value = [{ code: "alarms", name: "x", current: 77, previous: 0 }]
  keepLastGood(someUser.id, "todo", { atMs: beganMs - 1000, value })
  vi.setSystemTime(beganMs + 1000)
  renderPage([<CardFrame key="a" card={card("todo")} user={someUser} pinnedBy={null} />])
  screen.getByText("todo 77")
  await screen.findByText("todo 1")
})
