import { MenuRouteItem, menuCalls } from "@uc/contract/menus/calls"
import { z } from "zod"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { browserStorage, readJson } from "../../platform/session/storage.ts"
import { isBrowserOf } from "../../platform/session/session.ts"
import { send } from "../../platform/http/send.ts"

export interface Menus {
  /** Whose they are. */
  readonly userId: string | null
  /** Null: not known yet, neither from the cache nor from the server. */
  readonly items: readonly MenuRouteItem[] | null
  readonly isFresh: boolean
  /** Why the last refresh failed; the items may still be there, out of the cache. */
  readonly failure: unknown
}

const nothing: Menus = { userId: null, items: null, isFresh: false, failure: null }
const store = createStore<Menus>(() => nothing)
const cachePrefix = "menus:"

/** MENU-6: under the user's own id, and checked like an answer, because an older version may have written it. */
function cached(userId: string): readonly MenuRouteItem[] | null {
  const stored = z.array(MenuRouteItem).safeParse(readJson(browserStorage, cachePrefix + userId))
  return stored.success ? stored.data : null
}

function dropCaches(): void {
  for (const key of browserStorage.keys()) if (key.startsWith(cachePrefix)) browserStorage.remove(key)
}

interface Refresh {
  readonly userId: string
  readonly done: Promise<void>
}

let refreshing: Refresh | undefined

async function refresh(userId: string): Promise<void> {
  try {
    const { modulelist } = await send(menuCalls.ofUser, {})
    // The cookie is the whole browser's: if somebody signed in meanwhile in another tab, this answer is theirs.
    if (store.getState().userId !== userId || !isBrowserOf(userId)) return
    dropCaches()
    const written = JSON.stringify(modulelist)
    browserStorage.set(cachePrefix + userId, written)
    const { items } = store.getState()
    // An equal answer keeps the same object, so that nothing is drawn again.
    const isSame = items !== null && JSON.stringify(items) === written
    store.setState({ items: isSame ? items : modulelist, isFresh: true, failure: null })
  } catch (failure) {
    if (store.getState().userId === userId) store.setState({ failure })
  }
}

/** Loads the menus again; simultaneous callers share the answer. */
export function refreshMenus(userId: string): Promise<void> {
  if (refreshing?.userId === userId) return refreshing.done
  const started: Refresh = {
    userId,
    done: refresh(userId).finally(() => {
      if (refreshing === started) refreshing = undefined
    }),
  }
  refreshing = started
  return started.done
}

/** MENU-6: the cached menus are there immediately, the server's answer replaces them. */
export function openMenus(userId: string): Menus {
  if (store.getState().userId !== userId) {
    store.setState({ ...nothing, userId, items: cached(userId) }, true)
    void refreshMenus(userId)
  }
  return store.getState()
}

/** At the end of a session. */
export function forgetMenus(): void {
  dropCaches()
  refreshing = undefined
  store.setState(nothing, true)
}

export function menusAtHand(): Menus {
  return store.getState()
}

export function useMenus(): Menus {
  return useStore(store)
}

export function watchMenus(listener: (menus: Menus) => void): () => void {
  return store.subscribe(listener)
}
