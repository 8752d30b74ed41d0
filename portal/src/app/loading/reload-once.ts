import { defaultTimeoutMs } from "@uc/contract/core/http"
import { portalBase } from "@uc/contract/core/site-defaults"
import { hostedPages } from "../../features/hosting/hosted-pages.ts"
import { arriveAt } from "../../platform/http/reload-document.ts"
import { mayRetry } from "./chunk-retry.ts"

/** A browser that has not left by then was stopped by a page that asks before it is left. */
const stayedMs = 10_000

/**
 * Checks that the site answers: otherwise the browser's own error page would replace the portal. A site that does not
 * answer in time counts as unreachable, or there would be neither a reload nor the error page.
 */
export async function isSiteReached(): Promise<boolean> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), defaultTimeoutMs)
  try {
    const answer = await fetch(portalBase, { cache: "no-store", signal: limit.signal })
    return answer.ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

let isReloading = false

/**
 * ROUTE-8, BARE-2: opens the address in a new document, once. Returns only where that is not possible: it was tried
 * already, somebody has navigated, the site can't be reached, or pages of other sites would lose what was typed in them.
 */
export async function reloadOnce(place: string, signal: AbortSignal): Promise<void> {
  if (!(await isSiteReached()) || signal.aborted) return
  if (!isReloading) {
    if (hostedPages().pages.length > 0 || !mayRetry(place)) return
    isReloading = true
    arriveAt(place)
  }
  await new Promise((resolve) => setTimeout(resolve, stayedMs))
  isReloading = false
}
