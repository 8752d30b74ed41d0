import { tabStorage } from "../../platform/session/storage.ts"

const key = "chunk-retry"
/** Used by boot.js for the files that index.html names. */
const firstFilesKey = "first-files-retry"

/**
 * ROUTE-8: true once per path; remembered in session storage until the path has opened. Without storage there is no
 * retry: nothing would stop an endless loop of reloads.
 */
export function mayRetry(path: string): boolean {
  if (tabStorage.get(key) === path) return false
  return noteRetry(path)
}

/** The path is opened in a new document for another reason: where that fails, a second one would not help. */
export function noteRetry(path: string): boolean {
  return tabStorage.set(key, path)
}

/** The path has opened completely. */
export function forgetRetry(path: string): void {
  if (tabStorage.get(key) === path) tabStorage.remove(key)
  // The bundle may run although its style sheet failed.
  if (!document.documentElement.hasAttribute("data-failed")) tabStorage.remove(firstFilesKey)
}
