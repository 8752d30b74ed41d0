import { afterEach, expect, test, vi } from "vitest"
import { lockRetryMs, electLeader, type Locks } from "./elect-leader.ts"

afterEach(() => vi.useRealTimers())

/** As a browser grants locks: one holder of a name, the others in line, and who steals goes first. */
function browserLocks(): Locks {
  let holder: { readonly reject: (reason: unknown) => void } | null = null
  const line: (() => void)[] = []
  function request(
    _name: string,
    { steal = false, signal }: LockOptions,
    hold: () => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        const mine = { reject }
        holder = mine
        async function held(): Promise<void> {
          await hold()
          resolve()
          if (holder !== mine) return
          holder = null
          line.shift()?.()
        }
        void held()
      }
      if (steal) {
        holder?.reject(new DOMException("stolen", "AbortError"))
        return grant()
      }
      if (!holder) return grant()
      line.push(grant)
      signal?.addEventListener("abort", () => {
        if (!line.includes(grant)) return
        line.splice(line.indexOf(grant), 1)
        reject(new DOMException("given up", "AbortError"))
      })
    })
  }
  return { request }
}

function tab(locks: Locks | undefined, isHidden: boolean) {
  const state = { isLeading: false, changes: 0 }
  const candidate = electLeader({
    name: "a",
    locks,
    isHidden: () => isHidden,
    onChange(isLeading) {
      state.isLeading = isLeading
      state.changes += 1
    },
  })
  return { ...candidate, state }
}

test("[WARN-7] of ten tabs one leads, and when it goes the next one does", async () => {
  const locks = browserLocks()
  const tabs = Array.from({ length: 10 }, () => tab(locks, true))
  const leading = () => tabs.filter(({ state }) => state.isLeading)
  await vi.waitFor(() => expect(leading()).toHaveLength(1))
  for (let left = 9; left > 0; left--) {
    leading()[0]?.end()
    await vi.waitFor(() => expect(leading()).toHaveLength(1))
  }
  leading()[0]?.end()
  expect(leading()).toEqual([])
})

test("[WARN-7] the lead moves to the visible tab, and returns when that one closes", async () => {
  const locks = browserLocks()
  const hidden = tab(locks, true)
  await vi.waitFor(() => expect(hidden.state.isLeading).toBe(true))
  const visible = tab(locks, false)
  await vi.waitFor(() => expect([hidden.state.isLeading, visible.state.isLeading]).toEqual([false, true]))
  hidden.takeLead()
  await vi.waitFor(() => expect([hidden.state.isLeading, visible.state.isLeading]).toEqual([true, false]))
  hidden.takeLead()
  expect(hidden.state.changes).toBe(3)
  hidden.end()
  await vi.waitFor(() => expect(visible.state.isLeading).toBe(true))
})

test("[WARN-7] without locks, on a site without TLS, each tab leads itself", () => {
  const [one, other] = [tab(undefined, false), tab(undefined, true)]
  expect([one.state.isLeading, other.state.isLeading]).toEqual([true, true])
  one.end()
  expect(one.state.isLeading).toBe(false)
})

/** What a document that is being left gets from WebKit, or a browser whose storage is broken: a refusal, every time. */
function refusingLocks() {
  const state = { isRefusing: true, askedAtMs: [] as number[], wasTaking: [] as boolean[] }
  function request(_name: string, { steal = false }: LockOptions, hold: () => Promise<void>): Promise<void> {
    state.askedAtMs.push(Date.now())
    state.wasTaking.push(steal)
    // Without an end the loop would hang the test run instead of failing the test.
    if (state.askedAtMs.length > 1000) return new Promise(() => undefined)
    if (state.isRefusing) return Promise.reject(new DOMException("not active", "InvalidStateError"))
    void hold()
    return new Promise(
      (_resolve, reject) => (takeAway = () => reject(new DOMException("stolen", "AbortError"))),
    )
  }
  let takeAway = (): void => undefined
  return { state, takeAway: () => takeAway(), locks: { request } }
}

/** How long it waited before each request after the first. */
function pausesMs({ askedAtMs }: { readonly askedAtMs: readonly number[] }): readonly number[] {
  return askedAtMs.slice(1).map((at, index) => at - (askedAtMs[index] ?? 0))
}

test("[BARE-19] a lock that is refused for ever is asked for rarely, with growing pauses", async () => {
  vi.useFakeTimers()
  const { state, locks } = refusingLocks()
  const one = tab(locks, false)
  await vi.advanceTimersByTimeAsync(0)
  expect(state.askedAtMs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.askedAtMs.length).toBeLessThan(25)
  const pauses = pausesMs(state)
  expect(pauses[0]).toBe(lockRetryMs.first)
  expect(pauses).toEqual(pauses.toSorted((left, right) => left - right))
  expect(pauses.at(-1)).toBe(lockRetryMs.longest)
  expect(one.state).toEqual({ isLeading: false, changes: 0 })
})

test("[BARE-19] the lead is taken once the lock is given, and the pauses start again", async () => {
  vi.useFakeTimers()
  const { state, takeAway, locks } = refusingLocks()
  const one = tab(locks, true)
  await vi.advanceTimersByTimeAsync(300_000)
  state.isRefusing = false
  await vi.advanceTimersByTimeAsync(lockRetryMs.longest)
  expect(one.state.isLeading).toBe(true)
  const asked = state.askedAtMs.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.askedAtMs).toHaveLength(asked)
  takeAway()
  await vi.advanceTimersByTimeAsync(0)
  expect(one.state.isLeading).toBe(false)
  await vi.advanceTimersByTimeAsync(lockRetryMs.first)
  expect(one.state.isLeading).toBe(true)
})

test("[BARE-19] a tab that is looked at asks at once, whatever the pause", async () => {
  vi.useFakeTimers()
  const { state, locks } = refusingLocks()
  const one = tab(locks, true)
  await vi.advanceTimersByTimeAsync(300_000)
  state.isRefusing = false
  one.takeLead()
  await vi.advanceTimersByTimeAsync(0)
  expect(one.state.isLeading).toBe(true)
  expect(state.wasTaking.at(-1)).toBe(true)
  const asked = state.askedAtMs.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.askedAtMs).toHaveLength(asked)
})

test("[BARE-19] a tab that is over asks no more", async () => {
  vi.useFakeTimers()
  const { state, locks } = refusingLocks()
  const one = tab(locks, false)
  await vi.advanceTimersByTimeAsync(1000)
  const asked = state.askedAtMs.length
  expect(asked).toBeLessThan(10)
  one.end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.askedAtMs).toHaveLength(asked)
  expect(vi.getTimerCount()).toBe(0)
})
