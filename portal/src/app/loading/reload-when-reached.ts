import { hostedPages } from "../../features/hosting/hosted-pages.ts"
import { reloadPage } from "../../platform/http/load-chunk.ts"
import { isSiteReached } from "./reload-once.ts"

const betweenMs = 5_000

/** A moment, or less: the browser says that there is a network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener("online", end)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener("online", end)
    signal.addEventListener("abort", end)
  })
}

/**
 * BROWSER-20: for a page whose files could not be fetched. Only after an outage that was seen: where the site is reached at once, something else
 * is wrong, and a document that reloads itself would do so for ever. Pages of other sites that are open lose nothing without being asked.
 */
export async function reloadWhenReached(signal: AbortSignal, ms = betweenMs): Promise<void> {
  if (await isSiteReached()) return
  for (;;) {
    await pause(ms, signal)
    if (signal.aborted) return
    if (await isSiteReached()) break
  }
  if (!signal.aborted && hostedPages().pages.length === 0) await reloadPage()
}
