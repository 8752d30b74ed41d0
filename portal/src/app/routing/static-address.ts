/** A tab is redirected this often at most, so two servers that redirect to each other can't loop. */
export const redirectLimit = 3

/**
 * SHELL-5: where to go if this is not the static address's origin; hash and query stay. Null: stay. No loop: for the
 * target's origin the answer is null; and where a server redirects back here, `redirectsSoFar` ends it.
 */
export function redirectTarget(
  staticAddress: string | null,
  here: string,
  redirectsSoFar: number,
): string | null {
  if (staticAddress === null || redirectsSoFar >= redirectLimit) return null
  const target = new URL(staticAddress)
  const current = new URL(here)
  if (target.origin === current.origin) return null
  target.search = current.search
  target.hash = current.hash
  return target.href
}

/** ROUTE-5, REQ-6: the static home address, or null where it is this very document: then its own `#/` will do. */
export function homeElsewhere(staticAddress: string | null, here: string): string | null {
  if (staticAddress === null) return null
  const home = new URL(staticAddress)
  const current = new URL(here)
  return home.origin === current.origin && home.pathname === current.pathname ? null : home.href
}
