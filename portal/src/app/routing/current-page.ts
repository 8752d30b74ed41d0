import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import type { MenuEntry } from "../../features/menus/menu-entry.ts"

export interface Marked {
  /** Top first. */
  readonly group: readonly MenuEntry[]
  readonly entry: MenuEntry | null
}

export const nothingMarked: Marked = { group: [], entry: null }

/** ROUTE-11: the present page; written by the router, read by the navigation. */
export interface CurrentPage {
  /** Without the query, e.g. `/main/home`. */
  readonly path: string
  readonly title: string
  /** The group in the navigation. */
  readonly metaId: string | null
  readonly name: string | null
  /** On a menu's page: its entries, top first. */
  readonly trail: readonly MenuEntry[]
  /** What the menu marks: the entry of this page and those above it, or only the group of its meta id. */
  readonly marked: Marked
}

const store = createStore<CurrentPage>(() => ({
  path: "",
  title: "",
  metaId: null,
  name: null,
  trail: [],
  marked: nothingMarked,
}))

export function keepCurrentPage(page: CurrentPage): void {
  store.setState(page, true)
}

export function currentPage(): CurrentPage {
  return store.getState()
}

export function useCurrentPage(): CurrentPage {
  return useStore(store)
}
