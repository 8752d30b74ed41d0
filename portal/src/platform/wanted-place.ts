import { tabStorage } from "./storage.ts"

const key = "wanted-place"

/** LOGIN-6: where the guard stopped the way; a path of this portal's own router, so it can lead nowhere else. */
export function keepWantedPlace(path: string): void {
  tabStorage.set(key, path)
}

/** Once: the next sign-in starts at home again. */
export function takeWantedPlace(): string | null {
  const path = tabStorage.get(key)
  tabStorage.remove(key)
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null
}

const entranceKey = "login-path"

/** LOGIN-7: the login page that the user came in by. */
export function keepEntrance(path: string): void {
  tabStorage.set(entranceKey, path)
}

export function entrance(): string | null {
  return tabStorage.get(entranceKey)
}
