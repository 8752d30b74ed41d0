import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"

/** ROUTE-7: the bar shows while this is above zero. */
const store = createStore<{ readonly running: number }>(() => ({ running: 0 }))

/** Returns how to end it; ending twice counts once, so that a failure path may end it again. */
export function beginProgress(): () => void {
  let isRunning = true
  store.setState(({ running }) => ({ running: running + 1 }))
  return () => {
    if (!isRunning) return
    isRunning = false
    store.setState(({ running }) => ({ running: running - 1 }))
  }
}

export function isProgressRunning(): boolean {
  return store.getState().running > 0
}

export function useProgress(): boolean {
  return useStore(store, ({ running }) => running > 0)
}
