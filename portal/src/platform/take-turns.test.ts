import { expect, test, vi } from "vitest"
import { takeTurns, type Locks } from "./take-turns.ts"

/** As a browser grants them: one holder of a name, the others in line, and whoever steals goes first. */
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
  return { request } as unknown as Locks
}

function tab(locks: Locks | undefined, isHidden: boolean) {
  const state = { isLeading: false, changes: 0 }
  const turn = takeTurns({
    name: "a",
    locks,
    isHidden: () => isHidden,
    onChange(isLeading) {
      state.isLeading = isLeading
      state.changes += 1
    },
  })
  return { ...turn, state }
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

test("[WARN-7] the lead moves to the tab that is looked at, and comes back when that one goes", async () => {
  const locks = browserLocks()
  const hidden = tab(locks, true)
  await vi.waitFor(() => expect(hidden.state.isLeading).toBe(true))
  const visible = tab(locks, false)
  await vi.waitFor(() => expect([hidden.state.isLeading, visible.state.isLeading]).toEqual([false, true]))
  hidden.take()
  await vi.waitFor(() => expect([hidden.state.isLeading, visible.state.isLeading]).toEqual([true, false]))
  hidden.take()
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
