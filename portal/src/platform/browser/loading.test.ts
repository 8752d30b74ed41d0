// @vitest-environment node
import { loadingDebounceMs } from "@uc/contract/core/http"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { isLoading, loadingMinimumMs, whileLoading } from "./loading.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function work(ms: number): Promise<void> {
  return whileLoading(new Promise((resolve) => setTimeout(resolve, ms)))
}

test("[SHELL-7] the debounce is 300 ms", () => expect(loadingDebounceMs).toBe(300))

test("[SHELL-7] work of 299 ms shows nothing, neither during nor after", async () => {
  void work(299)
  await vi.advanceTimersByTimeAsync(298)
  expect(isLoading()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isLoading()).toBe(false)
})

test("[SHELL-7] work that lasts longer shows the overlay at 300 ms until it ends", async () => {
  void work(2000)
  await vi.advanceTimersByTimeAsync(299)
  expect(isLoading()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isLoading()).toBe(true)
  await vi.advanceTimersByTimeAsync(1699)
  expect(isLoading()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isLoading()).toBe(false)
})

test("[SHELL-7] an overlay that has just come does not flicker away", async () => {
  void work(310)
  await vi.advanceTimersByTimeAsync(310)
  expect(isLoading()).toBe(true)
  await vi.advanceTimersByTimeAsync(loadingMinimumMs - 11)
  expect(isLoading()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isLoading()).toBe(false)
})

test("[SHELL-7] work that begins while the overlay lingers keeps it without a gap", async () => {
  void work(310)
  await vi.advanceTimersByTimeAsync(400)
  void work(1000)
  for (let step = 0; step < 10; step += 1) {
    expect(isLoading()).toBe(true)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(isLoading()).toBe(false)
})

test("[SHELL-7] of several works the last one ends it, a failed one counts as ended", async () => {
  const failing = new Promise((_resolve, reject) => setTimeout(() => reject(new Error("x")), 500))
  const failed = whileLoading(failing).catch((error: unknown) => error)
  void work(1000)
  await vi.advanceTimersByTimeAsync(999)
  expect(isLoading()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isLoading()).toBe(false)
  expect(await failed).toEqual(new Error("x"))
})
