import { loadChunk } from "../../platform/http/load-chunk.ts"
import { browserStorage } from "../../platform/session/storage.ts"

/** The default. */
const usualPage = "/main/home"
/** Signing in waits no longer than this for a choice that this browser does not know yet. */
const patienceMs = 1500

function keyOf(userId: string): string {
  return `home-page:${userId}`
}

/** Remembered here too, so that the next sign-in needs no call. Null: the default. */
export function keepHomePage(userId: string, place: string | null): void {
  browserStorage.set(keyOf(userId), place ?? "")
}

async function asked(userId: string): Promise<string | null> {
  // Loaded when needed: the login page must not wait for them.
  const [{ profileCalls }, { send }] = await loadChunk(() =>
    Promise.all([import("@uc/contract/account/profile-calls"), import("../../platform/http/send.ts")]),
  )
  const { homePage } = await send(profileCalls.own, {})
  keepHomePage(userId, homePage)
  return homePage
}

/** LOGIN-6: the page to open after a sign-in without a wanted address: the stored choice, or the default after a short wait. */
export async function homePageOf(userId: string | null): Promise<string> {
  if (userId === null) return usualPage
  const kept = browserStorage.get(keyOf(userId))
  if (kept !== null) return isPlace(kept) ? kept : usualPage
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  const place = await Promise.race([asked(userId).catch(() => null), tooLate])
  return place !== null && isPlace(place) ? place : usualPage
}

/** Storage may have been written by anybody. */
function isPlace(place: string): boolean {
  return /^\/(?![/\\])[\w/.%-]+(\?[\w=&.%-]*)?$/.test(place)
}
