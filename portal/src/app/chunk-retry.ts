import { tabStorage } from "../platform/storage.ts"

/** A part of the portal that could not be fetched: the network, or a new version has replaced it. */
export class ChunkFailure extends Error {
  constructor(name: string, cause: unknown) {
    super(`The part ${name} can't be loaded`, { cause })
    this.name = "ChunkFailure"
  }
}

const key = "chunk-retry"

/**
 * ROUTE-8: true once per path; remembered in session storage until the path has opened. Where storage is refused
 * the memory of this page is enough, because the retry does not leave the page.
 */
export function mayRetry(path: string): boolean {
  if (tabStorage.get(key) === path) return false
  tabStorage.set(key, path)
  return true
}

export function forgetRetry(path: string): void {
  if (tabStorage.get(key) === path) tabStorage.remove(key)
}
