import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { secondsUntil, useSecondsLeft } from "./use-seconds-left.ts"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test.each([
  [0, 0],
  [-5000, 0],
  [1, 1],
  [1000, 1],
  [1001, 2],
  [300_000, 300],
])("%d ms away is %d s", (awayMs, seconds) => {
  expect(secondsUntil(10_000 + awayMs, 10_000)).toBe(seconds)
})

test("[AUTH-5] counts down second by second and stops at nothing", () => {
  const until = Date.now() + 2500
  const { result } = renderHook(() => useSecondsLeft(until))
  const seen = [result.current]
  for (const ms of [500, 1000, 1000]) {
    act(() => void vi.advanceTimersByTime(ms))
    seen.push(result.current)
  }
  expect(seen).toEqual([3, 2, 1, 0])
  expect(vi.getTimerCount()).toBe(0)
})

test("a tab that slept shows the right number when it is looked at again", () => {
  const until = Date.now() + 300_000
  const { result } = renderHook(() => useSecondsLeft(until))
  // The machine's clock went on, its timers did not.
  vi.setSystemTime(until - 10_000)
  act(() => void document.dispatchEvent(new Event("visibilitychange")))
  expect(result.current).toBe(10)
})

test("another moment is counted from at once, also after the one before is over", () => {
  const start = Date.now()
  const { result, rerender } = renderHook(({ until }) => useSecondsLeft(until), {
    initialProps: { until: start + 1000 },
  })
  act(() => void vi.advanceTimersByTime(5000))
  expect(result.current).toBe(0)
  rerender({ until: start + 15_000 })
  expect(result.current).toBe(10)
})
