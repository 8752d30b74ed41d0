import { entryState } from "../browser/history-entries.ts"
import { keepTyped } from "../session/kept-text.ts"

let isOurs = false
/** A browser that has not left by then was stopped by a page of another site. */
const stayedMs = 10_000

/** The portal reloads by itself and has stored what it can: no second confirmation. */
export function isReloading(): boolean {
  return isOurs
}

/** The whole document, with the policy that the server sends now. */
export function reloadDocument(): void {
  isOurs = true
  setTimeout(() => (isOurs = false), stayedMs)
  keepTyped()
  window.location.reload()
}

/**
 * DOM-7: after a sign-in a new document is loaded, because its policy names the sites that this user may frame. It
 * replaces the login page, so that "back" does not lead there.
 */
export function arriveAt(place: string): void {
  window.history.replaceState(entryState(0), "", `#${place}`)
  reloadDocument()
}

/** BROWSER-11: opens an address in a new document; "back" leads to the present one as usual. */
export function goOnTo(place: string): void {
  if (window.location.hash !== `#${place}`) window.history.pushState(entryState(1), "", `#${place}`)
  reloadDocument()
}
