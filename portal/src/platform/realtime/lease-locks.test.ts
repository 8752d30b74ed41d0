// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { electLeader, type Locks } from "./elect-leader.ts"
import { leaseLocks } from "./lease-locks.ts"
import { browserStorage, storageKey } from "../session/storage.ts"

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const key = storageKey("lease:a")
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The document of a test is all tabs at once; a browser tells the other tabs what one of them wrote. */
function tellTabs(): void {
  window.dispatchEvent(new StorageEvent("storage", { key }))
}

function locks(): Locks {
  const made = leaseLocks({ storage: browserStorage, nowMs: Date.now, chance: Math.random })
  if (!made) throw new Error("The storage is refused")
  return made
}

function tab(isHidden: boolean) {
  const state = { isLeading: false }
  const candidate = electLeader({
    name: "a",
    locks: locks(),
    isHidden: () => isHidden,
    onChange: (to) => void (state.isLeading = to),
  })
  return { ...candidate, state }
}

test("[BROWSER-4] without Web Locks one of ten tabs leads, and the next when it ends", async () => {
  const tabs = Array.from({ length: 10 }, () => tab(true))
  const leading = () => tabs.filter(({ state }) => state.isLeading)
  await pass(1000)
  tellTabs()
  await pass(1000)
  for (let left = 10; left > 0; left--) {
    expect(leading()).toHaveLength(1)
    leading()[0]?.end()
    await pass(0)
    tellTabs()
    await pass(2000)
  }
  expect(leading()).toEqual([])
  expect(localStorage.getItem(key)).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test("[BROWSER-4] without Web Locks the lead is taken by the tab that is looked at", async () => {
  const first = tab(true)
  await pass(2000)
  expect(first.state.isLeading).toBe(true)
  const second = tab(false)
  tellTabs()
  await pass(0)
  expect([first.state.isLeading, second.state.isLeading]).toEqual([false, true])
  await pass(60_000)
  expect([first.state.isLeading, second.state.isLeading]).toEqual([false, true])
})

test("[BROWSER-4] a document that is left gives its lease back, and may lead again when it returns", async () => {
  const one = tab(false)
  await pass(0)
  expect(localStorage.getItem(key)).not.toBeNull()
  window.dispatchEvent(new PageTransitionEvent("pagehide"))
  await pass(0)
  expect([one.state.isLeading, localStorage.getItem(key)]).toEqual([false, null])
  window.dispatchEvent(new PageTransitionEvent("pageshow"))
  await pass(1000)
  expect(one.state.isLeading).toBe(true)
})

test("[BROWSER-4] a tab that waited when its document was left waits again when it returns", async () => {
  localStorage.setItem(key, JSON.stringify({ holder: "b", isHidden: false, untilMs: Date.now() + 10_000 }))
  const one = tab(true)
  window.dispatchEvent(new PageTransitionEvent("pagehide"))
  await pass(60_000)
  expect(one.state.isLeading).toBe(false)
  window.dispatchEvent(new PageTransitionEvent("pageshow"))
  await pass(1000)
  expect(one.state.isLeading).toBe(true)
})

test("[BROWSER-4] where the browser refuses storage there is nothing to lead by", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", "SecurityError")
  })
  expect(leaseLocks({ storage: browserStorage, nowMs: Date.now, chance: Math.random })).toBeUndefined()
})
