import { defaultTimeoutMs } from "@uc/contract/core/http"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { Failure } from "./failure.ts"
import { reloadDocument } from "./reload-document.ts"

/** The pause before a failed connection is used again. */
const pauseMs = 100

/** A part of the portal that could not be loaded, also at the second try: no network, or a new version has replaced it. */
export class ChunkFailure extends Failure {
  /** Its files can be reached, but not by this document: the browser remembers a failed module until it is left. */
  readonly isKept: boolean

  constructor(cause: unknown, isKept: boolean) {
    super("not-loaded", isKept ? loadingMessages.partNeedsReload : "", { cause })
    this.name = "ChunkFailure"
    this.isKept = isKept
  }
}

export function needsReload(error: unknown): boolean {
  return error instanceof ChunkFailure && error.isKept
}

const failed = new Set<string>()

/** Chromium and Firefox name the file in the error, WebKit does not; boot.js marks the links whose file did not come. */
function noteFailed(error: unknown): string | undefined {
  const [address] = /https?:\S+\.(?:js|css)/.exec(String(error)) ?? []
  if (address !== undefined) failed.add(address)
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-failed]")) {
    failed.add(link.href)
    link.removeAttribute("data-failed")
    // A style sheet, by boot.js. Another link of its address may be on its way for another part: that one stays.
    if (link.rel === "failed") link.remove()
  }
  return address
}

/**
 * WebKit remembers a failed preload until it is fetched past the cache. A file that is gone counts as reached: a new
 * version has others.
 */
async function refetch(address: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(address, { cache: "reload", signal })
    await answer.arrayBuffer()
    if (answer.status < 500) failed.delete(address)
  } catch {
    // Not reached yet, and still among the failed ones.
  }
}

async function fetchFailed(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), defaultTimeoutMs)
  await Promise.all([...failed].map((address) => refetch(address, limit.signal)))
  clearTimeout(timer)
}

let fetching: Promise<void> | undefined

/** Parts that fail together often share a file. */
function fetchFailedOnce(): Promise<void> {
  fetching ??= fetchFailed().finally(() => {
    fetching = undefined
  })
  return fetching
}

/**
 * BARE-2: every `import()` of the portal goes through here. A failed file is fetched past the cache and imported again;
 * where the browser remembers the failure only a new document helps (decision 048).
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const address = noteFailed(error)
    await fetchFailedOnce()
    const isReached = address !== undefined && !failed.has(address)
    try {
      return await load()
    } catch (again) {
      noteFailed(again)
      throw new ChunkFailure(again, isReached)
    }
  }
}

/** For a button. Failed files are fetched first: WebKit would remember them across the reload. */
export async function reloadPage(): Promise<void> {
  await fetchFailedOnce()
  reloadDocument()
}
