/** Why an address may not be opened, and by whom it would have been. */
export type Permitted =
  | { readonly isPermitted: true; readonly href: string; readonly origin: string }
  | { readonly isPermitted: false; readonly origin: string | null }

/**
 * DOM-7, HOME-7, LOGIN-6: an address out of a query, a menu or a return address, as a browser understands it: it may be
 * hosted or opened where it is the site's own (`base`) or one of `origins` (those in force). The caller must use `href`
 * and never the text: tabs, backslashes and missing slashes mean something else there.
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
  // A name before an @ is there to be mistaken for the host.
  if (username !== "" || password !== "") return { isPermitted: false, origin }
  const isKnown = origin === new URL(base).origin || origins.includes(origin)
  return isKnown ? { isPermitted: true, href, origin } : { isPermitted: false, origin }
}
