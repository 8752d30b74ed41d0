import { keepTyped } from "../session/kept-text.ts"

let isOurs = false
/** A browser that has not left by then was kept from it, by a page of another site. */
const stayedMs = 10_000

/** The portal reloads itself, and has kept what it can: nobody is asked a second time. */
export function isReloading(): boolean {
  return isOurs
}

/** The whole document, with the policy that the server sends along now. */
export function reloadDocument(): void {
  isOurs = true
  setTimeout(() => (isOurs = false), stayedMs)
  keepTyped()
  window.location.reload()
}

/**
 * DOM-7: whoever has just signed in gets a document of their own: what it may frame was said to nobody in particular before.
 * In the place of the login page, so that "back" does not lead there.
 */
export function arriveAt(place: string): void {
  window.history.replaceState(null, "", `#${place}`)
  reloadDocument()
}

/** BROWSER-11: goes on to a place in a new document; "back" leads to where one was, as after any other step. */
export function goOnTo(place: string): void {
  if (window.location.hash !== `#${place}`) window.history.pushState(null, "", `#${place}`)
  reloadDocument()
}
