import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { PhonesAnswer } from "./shown-code.ts"
import { useShownCode } from "./use-shown-code.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function shownCode() {
  const fetchCode = vi.fn(async () => ({ image: "data:,x", number: null, seconds: 180 }))
  const poll = vi.fn(async (): Promise<{ answer: PhonesAnswer; result: string }> => ({
    answer: "waiting",
    result: "",
  }))
  const onConfirmed = vi.fn<(result: string) => void>()
  const hook = renderHook(() => useShownCode({ fetchCode, poll, pollMs: 1000, onConfirmed }))
  await pass(0)
  return { fetchCode, poll, onConfirmed, ...hook }
}

/** Second by second, because what `act` holds back is drawn at its end. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 1000)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 1000)))
}

test("[AUTH-4] asks every second until the phone has confirmed, tells it once and stops", async () => {
  const { poll, onConfirmed, result } = await shownCode()
  await pass(3000)
  expect(poll).toHaveBeenCalledTimes(3)
  poll.mockResolvedValue({ answer: "confirmed", result: "who" })
  await pass(5000)
  expect(poll).toHaveBeenCalledTimes(4)
  expect(onConfirmed.mock.calls).toEqual([["who"]])
  expect(result.current.shown.at).toBe("confirmed")
})

test("[AUTH-4] after 180 s it expires and polls no more; a refresh makes another", async () => {
  const { fetchCode, poll, result } = await shownCode()
  await pass(180_000)
  expect(result.current.shown.at).toBe("expired")
  const asked = poll.mock.calls.length
  await pass(10_000)
  expect(poll).toHaveBeenCalledTimes(asked)
  act(() => result.current.refresh())
  await pass(0)
  await pass(1000)
  expect(fetchCode).toHaveBeenCalledTimes(2)
  expect(result.current.shown.at).toBe("shown")
  expect(poll).toHaveBeenCalledTimes(asked + 1)
})

test("[AUTH-4] polls do not overlap, and a failed one is shown and repeated", async () => {
  const { poll, result } = await shownCode()
  let fail: (why: Error) => void = () => undefined
  poll.mockImplementationOnce(() => new Promise((_resolve, reject) => (fail = reject)))
  await pass(5000)
  expect(poll).toHaveBeenCalledTimes(1)
  fail(new Error("away"))
  await pass(0)
  expect(result.current.shown).toMatchObject({ at: "shown", isUnreached: true })
  await pass(1000)
  expect(result.current.shown).toMatchObject({ at: "shown", isUnreached: false })
})

test("[AUTH-4] a hidden tab does not ask, and asks at once when it is shown again", async () => {
  const { poll } = await shownCode()
  await pass(1000)
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  await pass(10_000)
  expect(poll).toHaveBeenCalledTimes(1)
  visibility.mockReturnValue("visible")
  document.dispatchEvent(new Event("visibilitychange"))
  await pass(0)
  expect(poll).toHaveBeenCalledTimes(2)
})

test("[AUTH-4] after it is closed there are no polls, and a late answer is ignored", async () => {
  const { poll, onConfirmed, unmount } = await shownCode()
  let answer: (given: { answer: PhonesAnswer; result: string }) => void = () => undefined
  poll.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  await pass(1000)
  unmount()
  answer({ answer: "confirmed", result: "late" })
  await pass(5000)
  expect(poll).toHaveBeenCalledTimes(1)
  expect(onConfirmed).not.toHaveBeenCalled()
})

test("[AUTH-4] a code that can't be loaded says so", async () => {
  const { fetchCode, result } = await shownCode()
  fetchCode.mockRejectedValueOnce(new Error("away"))
  act(() => result.current.refresh())
  await pass(0)
  expect(result.current.shown.at).toBe("failed")
})
