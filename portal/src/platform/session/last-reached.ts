import { nowMs } from "../browser/clock.ts"
import { browserStorage } from "./storage.ts"

/** What the page without a network reads (boot/offline-page.js). Holds a moment and nothing of anybody. */
const reachedKey = "last-reached"
const everyMs = 5000

let notedMs = 0

/** BROWSER-16: the server has answered, whatever it said. */
export function noteReached(): void {
  const now = nowMs()
  if (now - notedMs < everyMs) return
  notedMs = now
  browserStorage.set(reachedKey, String(now))
}
