import { tabStorage } from "../platform/storage.ts"

/** A part of the portal that could not be fetched: the network, or a new version has replaced it. */
export class ChunkFailure extends Error {
  constructor(name: string, cause: unknown) {
    super(`The part ${name} can't be loaded`, { cause })
    this.name = "ChunkFailure"
  }
}

/** Shell and page are fetched side by side: the one's success must not make the other's failure forgotten. */
export type Part = "page" | "shell"

function keyOf(part: Part): string {
  return `chunk-retry:${part}`
}

/**
 * ROUTE-8: true once per path; remembered in session storage until the path has opened. Where storage is refused
 * the memory of this page is enough, because the retry does not leave the page.
 */
export function mayRetry(part: Part, path: string): boolean {
  if (tabStorage.get(keyOf(part)) === path) return false
  tabStorage.set(keyOf(part), path)
  return true
}

export function forgetRetry(part: Part, path: string): void {
  if (tabStorage.get(keyOf(part)) === path) tabStorage.remove(keyOf(part))
}
