import { readJson, tabStorage } from "./storage.ts"

const key = "wanted-place"

/**
 * LOGIN-6: the address that the guard refused, or where a session ended; a path of this portal's router, so it can lead
 * nowhere else. `userId`: for this user alone; null: for who signs in next.
 */
export function keepWantedAddress(path: string, userId: string | null): void {
  const kept = readJson(tabStorage, key)
  // A session that ends and the guard may both report the same address, in any order.
  if (userId === null && isKept(kept) && kept.path === path) return
  tabStorage.set(key, JSON.stringify({ path, userId }))
}

export function forgetWantedAddress(): void {
  tabStorage.remove(key)
}

function isKept(value: unknown): value is { readonly path: string; readonly userId: string | null } {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "userId" in value
  )
}

/** Once: the next sign-in starts at home again. */
export function takeWantedAddress(userId: string | null): string | null {
  const kept = readJson(tabStorage, key)
  forgetWantedAddress()
  if (!isKept(kept) || (kept.userId !== null && kept.userId !== userId)) return null
  return /^\/(?![/\\])/.test(kept.path) ? kept.path : null
}

const entranceKey = "login-path"

/** LOGIN-7: the login page that the user signed in by. */
export function keepEntrance(path: string): void {
  tabStorage.set(entranceKey, path)
}

export function entrance(): string | null {
  return tabStorage.get(entranceKey)
}
