import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { browserStorage, readJson } from "../../platform/session/storage.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"

/**
 * MENU-7: favourites and recently used, newest first; menu ids, so they survive a renamed item. Favourites are stored on
 * the server for all devices; those here are shown until it has answered.
 */
export interface MenuHabits {
  readonly favourites: readonly string[]
  readonly recent: readonly string[]
}

type Marks = Readonly<Record<string, boolean>>

interface Stored extends MenuHabits {
  /** The server has answered once: from then on its list counts. */
  readonly isKept: boolean
  /** Changes that the server has not confirmed yet: a reload loses none of them. */
  readonly unsaved: Marks
}

export const recentLimit = 8

export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((used) => used !== id)].slice(0, recentLimit)
}

function withMarked(favourites: readonly string[], id: string, isMarked: boolean): readonly string[] {
  const others = favourites.filter((marked) => marked !== id)
  return isMarked ? [...others, id] : others
}

function withAll(favourites: readonly string[], marks: Marks): readonly string[] {
  return Object.entries(marks).reduce((ids, [id, isMarked]) => {
    const isThere = ids.includes(id)
    return isThere === isMarked ? ids : withMarked(ids, id, isMarked)
  }, favourites)
}

function marksIn(value: unknown): Marks {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.filter(([, is]) => typeof is === "boolean"))
}

function without(marks: Marks, done: Marks): Marks {
  return Object.fromEntries(Object.entries(marks).filter(([id, is]) => done[id] !== is))
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : []
}

function keyOf(userId: string): string {
  return `menu-habits:${userId}`
}

function read(userId: string): Stored {
  const stored = readJson(browserStorage, keyOf(userId))
  const { favourites, recent, isKept, unsaved }: Partial<Record<keyof Stored, unknown>> =
    typeof stored === "object" && stored !== null ? stored : {}
  return {
    favourites: idsIn(favourites),
    recent: idsIn(recent),
    isKept: isKept === true,
    unsaved: marksIn(unsaved),
  }
}

const none: MenuHabits = { favourites: [], recent: [] }

interface Shown {
  readonly userId: string | null
  readonly habits: MenuHabits
  /** The favourites were never loaded in this browser: an empty list means nothing. */
  readonly areLost: boolean
}

const store = createStore<Shown>(() => ({ userId: null, habits: none, areLost: false }))

function change(userId: string, changed: (habits: Stored) => Partial<Stored>): void {
  // Read again: another tab of the same user may have written meanwhile.
  const before = read(userId)
  const habits = { ...before, ...changed(before) }
  browserStorage.set(keyOf(userId), JSON.stringify(habits))
  show(userId, habits)
}

function show(userId: string, { favourites, recent }: MenuHabits): void {
  const before = store.getState()
  store.setState({
    userId,
    habits: { favourites, recent },
    areLost: before.userId === userId && before.areLost,
  })
}

export function noteUsed(userId: string, menuId: string): void {
  change(userId, ({ recent }) => ({ recent: withRecent(recent, menuId) }))
}

/** One after the other: each begins with the result of the one before. */
let lastChange: Promise<unknown> = Promise.resolve()

function keepOnServer(userId: string): Promise<void> {
  const next = keepAfter(lastChange, userId)
  lastChange = next.catch(() => {})
  return next
}

async function keepAfter(before: Promise<unknown>, userId: string): Promise<void> {
  await before
  // Not in the first chunk: it needs zod and the calls.
  const { changeKept } = await loadChunk(() => import("./kept-favourites.ts"))
  const { isKept, favourites, unsaved } = read(userId)
  const kept = await changeKept((ids) => withAll(isKept ? ids : [...ids, ...favourites], unsaved))
  // Another user has signed in meanwhile.
  if (store.getState().userId !== userId) return
  change(userId, (now) => {
    const left = without(now.unsaved, unsaved)
    return { favourites: withAll(kept, left), unsaved: left, isKept: true }
  })
  store.setState({ areLost: false })
}

/** Shown immediately; undone with a message where the server can't store it. */
export async function toggleFavourite(userId: string, menuId: string): Promise<void> {
  const isMarked = !read(userId).favourites.includes(menuId)
  change(userId, ({ favourites, unsaved }) => ({
    favourites: withMarked(favourites, menuId, isMarked),
    unsaved: { ...unsaved, [menuId]: isMarked },
  }))
  try {
    await keepOnServer(userId)
  } catch (error) {
    change(userId, ({ favourites, unsaved }) => ({
      favourites: withMarked(favourites, menuId, !isMarked),
      unsaved: without(unsaved, { [menuId]: isMarked }),
    }))
    showFailure(error, "收藏保存失败，请重试")
  }
}

/** Favourites of other devices; and once, those that this browser had before the server stored them. */
export async function refreshFavourites(userId: string): Promise<void> {
  try {
    await keepOnServer(userId)
  } catch (error) {
    if (store.getState().userId === userId) store.setState({ areLost: !read(userId).isKept })
    throw error
  }
}

export function menuHabits(userId: string): MenuHabits {
  if (store.getState().userId !== userId) show(userId, read(userId))
  return store.getState().habits
}

export function useAreFavouritesLost(userId: string): boolean {
  const { userId: whose, areLost } = useStore(store)
  return whose === userId && areLost
}

export function useMenuHabits(userId: string | null): MenuHabits {
  const { userId: whose, habits } = useStore(store)
  if (userId === null) return none
  return whose === userId ? habits : read(userId)
}
