import type { CurrentUser } from "@uc/contract/session"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { readJson, tabStorage } from "./storage.ts"

const key = "user"

/** Written by ourselves after the contract's check, so a look at the id is enough to know it again. */
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
  store.setState({ user })
}

export function forgetUser(): void {
  tabStorage.remove(key)
  store.setState({ user: null })
}

export function useUser(): CurrentUser | null {
  return useStore(store, ({ user }) => user)
}

export function watchUser(listener: (user: CurrentUser | null) => void): () => void {
  return store.subscribe(({ user }) => listener(user))
}
