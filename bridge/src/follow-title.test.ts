// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { followTitle } from "./follow-title.ts"

const told: string[] = []
const tell = async (title: string) => void told.push(title)

beforeEach(() => {
  told.length = 0
  vi.useFakeTimers()
  document.title = "收文"
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** As the page sees whoever frames it. */
function framedBy(parent: object): void {
  vi.spyOn(window, "parent", "get").mockReturnValue(parent as Window)
}
const stranger = {
  get document(): never {
    throw new DOMException("Blocked a frame", "SecurityError")
  },
}

test("[HOME-7][DLG-5] the portal's name for a page follows the page's title", async () => {
  framedBy(stranger)
  followTitle(tell)
  expect(told).toEqual(["收文"])
  for (const title of ["【新消息】", "收文 (1)", `  ${"长".repeat(60)}`]) document.title = title
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual(["收文", "长".repeat(50)])
  document.title = ""
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toHaveLength(2)
})

test("[DLG-5] a page outside another site's frame sends no title; a refusal is ignored", async () => {
  followTitle(tell)
  framedBy({ document: {} })
  followTitle(tell)
  expect(told).toEqual([])
  framedBy(stranger)
  followTitle(() => Promise.reject(new Error("not allowed")))
})
