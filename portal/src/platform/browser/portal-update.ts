import { portalBase } from "@uc/contract/core/site-defaults"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { tabStorage } from "../session/storage.ts"

const store = createStore<{ readonly newFirstFile: string | null; readonly isLater: boolean }>(() => ({
  newFirstFile: null,
  isLater: false,
}))
const reloadedKey = "update-reloaded"

/** The first file of index.html. Its name depends on all other files: another name is another version. */
export function firstFileIn(html: string): string | null {
  const [script] = /<script[^>]+type="module"[^>]*>/.exec(html) ?? []
  return /src="([^"]+)"/.exec(script ?? "")?.[1] ?? null
}

/** Not the first script of the document: boot.js puts others before it. */
function ownFirstFile(): string | null {
  return document.querySelector('script[type="module"][data-first]')?.getAttribute("src") ?? null
}

/** BROWSER-11: whether the server has another version than this document. A site that does not answer has none. */
export async function lookForUpdate(): Promise<void> {
  try {
    const answer = await fetch(portalBase, { cache: "no-store" })
    const [own, there] = [ownFirstFile(), answer.ok ? firstFileIn(await answer.text()) : null]
    if (own === null || there === null || store.getState().newFirstFile === there) return
    store.setState({ newFirstFile: own === there ? null : there, isLater: false })
  } catch {
    // The next event looks again.
  }
}

/** For the bar: there is a new version, and it was not dismissed. */
export function useUpdate(): boolean {
  return useStore(store, ({ newFirstFile, isLater }) => newFirstFile !== null && !isLater)
}

export function putOffUpdate(): void {
  store.setState({ isLater: true })
}

/**
 * True once for each new version: where two versions answer in turn, the portal would reload for ever. Without lasting
 * storage the portal does not reload by itself.
 */
export function mayReloadForUpdate(): boolean {
  const { newFirstFile } = store.getState()
  if (newFirstFile === null || tabStorage.get(reloadedKey) === newFirstFile) return false
  return tabStorage.set(reloadedKey, newFirstFile)
}
