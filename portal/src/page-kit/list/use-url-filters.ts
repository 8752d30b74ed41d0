import { useLocation, useSearchParams } from "react-router"
import type { UrlFilters } from "./url-filters.ts"

export interface UrlState<S extends object> {
  readonly state: S
  readonly isFiltered: boolean
  /** The filters that are set. */
  readonly setFilters: readonly string[]
  /** Changing filters several times is one step for "back". */
  readonly narrow: (change: Partial<S>) => void
  readonly reset: () => void
  /** Adds to the history: another page, something opened. */
  readonly go: (change: Partial<S>) => void
  /** Without adding to the history. */
  readonly replace: (change: Partial<S>) => void
  /** What the call refuses does not stay in the address. */
  readonly drop: (keys: readonly string[]) => void
  /** For a link. */
  readonly addressWith: (change: Partial<S>) => string
}

export function useUrlFilters<S extends object>(filters: UrlFilters<S>): UrlState<S> {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()
  const state = filters.read(address)
  const set = (to: S, replace: boolean) => setAddress(filters.write(to), { replace })
  return {
    state,
    isFiltered: filters.isFiltered(state),
    setFilters: filters.setFilters(state),
    narrow: (change) => set(filters.narrow(state, change), true),
    reset: () => set(filters.reset(state), true),
    go: (change) => set({ ...state, ...change }, false),
    replace: (change) => set({ ...state, ...change }, true),
    drop: (keys) =>
      set(
        filters.without(
          state,
          keys.filter((key) => key in state),
        ),
        true,
      ),
    addressWith: (change) => `${pathname}?${filters.write({ ...state, ...change }).toString()}`,
  }
}
