/** The whole document, with the policy that the server sends along now. */
export function reloadDocument(): void {
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
