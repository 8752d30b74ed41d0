import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { browserStorage, readJson } from "./storage.ts"

/** MENU-7: what a user marked and what they used last, newest first; menu ids, so they outlive a renamed item. */
export interface MenuHabits {
  readonly favourites: readonly string[]
  readonly recent: readonly string[]
}

export const recentLimit = 8

export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((used) => used !== id)].slice(0, recentLimit)
}

export function withToggled(favourites: readonly string[], id: string): readonly string[] {
  return favourites.includes(id) ? favourites.filter((marked) => marked !== id) : [...favourites, id]
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : []
}

function keyOf(userId: string): string {
  return `menu-habits:${userId}`
}

function read(userId: string): MenuHabits {
  const stored = readJson(browserStorage, keyOf(userId))
  const { favourites, recent }: { favourites?: unknown; recent?: unknown } =
    typeof stored === "object" && stored !== null ? stored : {}
  return { favourites: idsIn(favourites), recent: idsIn(recent) }
}

const none: MenuHabits = { favourites: [], recent: [] }
const store = createStore<{ readonly userId: string | null; readonly habits: MenuHabits }>(() => ({
  userId: null,
  habits: none,
}))

function change(userId: string, changed: (habits: MenuHabits) => Partial<MenuHabits>): void {
  // Read anew: another tab of the same user may have written meanwhile.
  const before = read(userId)
  const habits = { ...before, ...changed(before) }
  browserStorage.set(keyOf(userId), JSON.stringify(habits))
  store.setState({ userId, habits })
}

export function noteUsed(userId: string, menuId: string): void {
  change(userId, ({ recent }) => ({ recent: withRecent(recent, menuId) }))
}

export function toggleFavourite(userId: string, menuId: string): void {
  change(userId, ({ favourites }) => ({ favourites: withToggled(favourites, menuId) }))
}

export function menuHabits(userId: string): MenuHabits {
  if (store.getState().userId !== userId) store.setState({ userId, habits: read(userId) })
  return store.getState().habits
}

export function useMenuHabits(userId: string | null): MenuHabits {
  const { userId: whose, habits } = useStore(store)
  if (userId === null) return none
  return whose === userId ? habits : read(userId)
}
