import { loadingDebounceMs } from "@uc/contract/core/http"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"

/** Once shown, the overlay stays at least this long, so that it does not flicker (SHELL-7). */
export const loadingMinimumMs = 400

/** `waiting`: work runs, nothing shown yet. `fresh`: shown, minimum not over. `lingering`: work done, minimum not over. */
export type Loading =
  | { readonly at: "idle" }
  | { readonly at: "waiting" | "fresh" | "settled"; readonly pending: number }
  | { readonly at: "lingering" }

export type LoadingEvent = "began" | "ended" | "debouncePassed" | "minimumPassed"

export function reduceLoading(loading: Loading, event: LoadingEvent): Loading {
  switch (event) {
    case "began":
      if (loading.at === "idle") return { at: "waiting", pending: 1 }
      if (loading.at === "lingering") return { at: "fresh", pending: 1 }
      return { ...loading, pending: loading.pending + 1 }
    case "ended":
      if (loading.at === "idle" || loading.at === "lingering") return loading
      if (loading.pending > 1) return { ...loading, pending: loading.pending - 1 }
      return loading.at === "fresh" ? { at: "lingering" } : { at: "idle" }
    case "debouncePassed":
      return loading.at === "waiting" ? { at: "fresh", pending: loading.pending } : loading
    case "minimumPassed":
      if (loading.at === "lingering") return { at: "idle" }
      return loading.at === "fresh" ? { at: "settled", pending: loading.pending } : loading
  }
}

export function isOverlayShown({ at }: Loading): boolean {
  return at === "fresh" || at === "settled" || at === "lingering"
}

const store = createStore<Loading>(() => ({ at: "idle" }))
let timer: ReturnType<typeof setTimeout> | undefined

function dispatch(event: LoadingEvent): void {
  const before = store.getState()
  const after = reduceLoading(before, event)
  store.setState(after, true)
  if (before.at === "idle" && after.at === "waiting") {
    timer = setTimeout(() => dispatch("debouncePassed"), loadingDebounceMs)
  } else if (before.at === "waiting" && after.at === "idle") {
    clearTimeout(timer)
  } else if (before.at === "waiting" && after.at === "fresh") {
    timer = setTimeout(() => dispatch("minimumPassed"), loadingMinimumMs)
  }
}

/** Covers the page while the work runs, once it takes long enough to be noticed. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  dispatch("began")
  try {
    return await work
  } finally {
    dispatch("ended")
  }
}

export function isLoading(): boolean {
  return isOverlayShown(store.getState())
}

export function useLoading(): boolean {
  return useStore(store, isOverlayShown)
}
