import { browserStorage, readJson } from "../../../platform/session/storage.ts"

/** DAY-18: groups of the menu that somebody has opened or closed by hand, by their paths, in this browser. */
export type RememberedGroups = Readonly<Record<string, boolean>>

const keyOf = (userId: string) => `menu-groups:${userId}`

export function rememberedGroups(userId: string): RememberedGroups {
  const stored = readJson(browserStorage, keyOf(userId))
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : []
  return Object.fromEntries(entries.filter(([, isOpen]) => typeof isOpen === "boolean"))
}

export function rememberGroup(userId: string, group: string, isOpen: boolean): void {
  browserStorage.set(keyOf(userId), JSON.stringify({ ...rememberedGroups(userId), [group]: isOpen }))
}
