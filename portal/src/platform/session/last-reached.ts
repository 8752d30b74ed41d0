import { nowMs } from "../browser/clock.ts"
import { browserStorage } from "./storage.ts"

/** Read by the offline page (boot/offline-page.js). Holds a time and nothing personal. */
const reachedKey = "last-reached"
const everyMs = 5000

let notedMs = 0

/** BROWSER-16: the server has answered, with whatever. */
export function noteReached(): void {
  const now = nowMs()
  if (now - notedMs < everyMs) return
  notedMs = now
  browserStorage.set(reachedKey, String(now))
}
