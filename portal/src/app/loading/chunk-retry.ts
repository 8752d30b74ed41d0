import { tabStorage } from "../../platform/session/storage.ts"

const key = "chunk-retry"
/** boot.js's own memory, of the files that index.html names. */
const firstFilesKey = "first-files-retry"

/**
 * ROUTE-8: true once per path; remembered in session storage until the path has opened. Where storage is refused there is no
 * retry: it leaves the document, and nothing else would keep it from going round in circles.
 */
export function mayRetry(path: string): boolean {
  if (tabStorage.get(key) === path) return false
  return noteRetry(path)
}

/** The path is opened in a new document for another reason: where that fails, a second one would not help. */
export function noteRetry(path: string): boolean {
  return tabStorage.set(key, path)
}

/** The path has opened with everything that it needs. */
export function forgetRetry(path: string): void {
  if (tabStorage.get(key) === path) tabStorage.remove(key)
  // Without its style sheet the bundle may run all the same.
  if (!document.documentElement.hasAttribute("data-failed")) tabStorage.remove(firstFilesKey)
}
