import type { CurrentUser } from "@uc/contract/account/calls"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { browserStorage, readJson, storageKey, tabStorage } from "./storage.ts"

const key = "user"
/** Who signed in last on this browser: the cookie is shared by all tabs, session storage is not. */
const browserKey = "user-id"

/** Written by ourselves after the contract's check, so the id is enough to recognise it. */
function isUser(value: unknown): value is CurrentUser {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"
}

/** SHELL-3: the user of this tab, as session storage holds it. */
export function storedUser(): CurrentUser | null {
  const value = readJson(tabStorage, key)
  return isUser(value) ? value : null
}

const store = createStore<{ readonly user: CurrentUser | null }>(() => ({ user: storedUser() }))

export function keepUser(user: CurrentUser): void {
  tabStorage.set(key, JSON.stringify(user))
  browserStorage.set(browserKey, user.id)
  store.setState({ user })
}

export function forgetUser(): void {
  const user = storedUser()
  // Tells the other tabs; once somebody else has signed in the entry is theirs.
  if (user !== null && browserStorage.get(browserKey) === user.id) browserStorage.remove(browserKey)
  tabStorage.remove(key)
  store.setState({ user: null })
}

/** False once another tab has signed in as somebody else. */
export function isBrowserOf(userId: string): boolean {
  const last = browserStorage.get(browserKey)
  return last === null || last === userId
}

/** Calls back when another tab signs in, or out (null); this tab still shows the user before. */
export function watchBrowserUser(listener: (userId: string | null) => void): void {
  window.addEventListener("storage", ({ key: changed, newValue }) => {
    if (changed === storageKey(browserKey)) listener(newValue)
  })
}

export function useUser(): CurrentUser | null {
  return useStore(store, ({ user }) => user)
}

export function watchUser(listener: (user: CurrentUser | null) => void): () => void {
  return store.subscribe(({ user }) => listener(user))
}
