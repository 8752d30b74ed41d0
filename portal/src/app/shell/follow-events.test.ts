// @vitest-environment jsdom
import type { EventTopic } from "@uc/contract/core/events"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { loadInformation } from "../../features/notices/load-information.ts"
import { refreshMenus } from "../../features/menus/menus.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { followEvents } from "./follow-events.ts"

vi.mock("../../features/menus/menus.ts", () => ({ refreshMenus: vi.fn<typeof refreshMenus>() }))
vi.mock("../../features/notices/load-information.ts", () => ({
  loadInformation: vi.fn<typeof loadInformation>(),
}))
vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: vi.fn<typeof onEvent>() }))

const received = new Map<EventTopic, () => void>()

beforeEach(() => {
  vi.useFakeTimers()
  keepUser(someUser)
  vi.mocked(onEvent).mockImplementation((topic, listener) => {
    received.set(topic, listener)
    return () => received.delete(topic)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

test("[MENU-1] a changed menu is loaded within a second, spread, and again after a later event", async () => {
  const answers: (() => void)[] = []
  vi.mocked(refreshMenus).mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const end = followEvents(() => 0.5)
  received.get("menus")?.()
  received.get("menus")?.()
  await vi.advanceTimersByTimeAsync(499)
  expect(refreshMenus).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(refreshMenus).toHaveBeenCalledExactlyOnceWith(someUser.id)
  // While the first answer is on its way.
  received.get("menus")?.()
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(refreshMenus).toHaveBeenCalledTimes(2)
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(refreshMenus).toHaveBeenCalledTimes(2)
  received.get("menus")?.()
  await vi.advanceTimersByTimeAsync(500)
  expect(refreshMenus).toHaveBeenCalledTimes(3)
  end()
  expect(received.size).toBe(0)
})

test("[HOME-4] a changed dictionary is read again", async () => {
  followEvents(() => 0)
  // The stream has just opened, and the page has just read them.
  received.get("codes")?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(loadInformation).not.toHaveBeenCalled()
  received.get("codes")?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(loadInformation).toHaveBeenCalledOnce()
})
