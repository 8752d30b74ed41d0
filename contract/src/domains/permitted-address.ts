/** Why an address may not be opened, and by whom it would have been. */
export type Permitted =
  | { readonly isPermitted: true; readonly href: string; readonly origin: string }
  | { readonly isPermitted: false; readonly origin: string | null }

/**
 * DOM-7, HOME-7, LOGIN-6: an address out of a query, a menu or a wish to return, as a browser understands it: it may be
 * hosted or led to where it is the site's own (`base`) or one of `origins` (those in force). Whoever asks must go on with
 * `href` and never with the text: tabs, backslashes and missing slashes mean something else there than they look.
 */
export function permittedAddress(address: string, base: string, origins: readonly string[]): Permitted {
  let url: URL
  try {
    url = new URL(address, base)
  } catch {
    return { isPermitted: false, origin: null }
  }
  const { protocol, origin, href, username, password } = url
  if (protocol !== "http:" && protocol !== "https:") return { isPermitted: false, origin: null }
  // A name ahead of an @ is there to be taken for the host.
  if (username !== "" || password !== "") return { isPermitted: false, origin }
  const isKnown = origin === new URL(base).origin || origins.includes(origin)
  return isKnown ? { isPermitted: true, href, origin } : { isPermitted: false, origin }
}
