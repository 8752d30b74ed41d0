import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import type { MenuEntry } from "./menu-entry.ts"

/** The user's menus as planned by app/, which knows the pages; written again whenever the menus change. */
const store = createStore<{ readonly entries: readonly MenuEntry[] }>(() => ({ entries: [] }))

export function keepMenuEntries(entries: readonly MenuEntry[]): void {
  store.setState({ entries })
}

export function menuEntries(): readonly MenuEntry[] {
  return store.getState().entries
}

export function useMenuEntries(): readonly MenuEntry[] {
  return useStore(store, ({ entries }) => entries)
}

export function watchMenuEntries(listener: () => void): () => void {
  return store.subscribe(listener)
}
