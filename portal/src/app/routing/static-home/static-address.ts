/** As many redirects in a row are followed, so two servers that redirect to each other can't loop. */
export const redirectLimit = 3

/** A longer pause ends a row: a loop comes back as soon as the page has loaded. */
export const rowPauseMs = 30_000

/**
 * The latest redirect of a tab. A loop and visits look alike to the wrong origin, whose storage never learns that the right one was
 * reached. But a redirect replaces its entry in the tab's history, so a loop leaves the history's length as it was; a visit adds an entry.
 */
export interface Redirect {
  /** How many there were in a row, with this one. */
  readonly inRow: number
  readonly atMs: number
  readonly entries: number
}

/** Null: nothing was kept, or nothing that can be read. */
export function readRedirect(kept: string | null): Redirect | null {
  const [, inRow, atMs, entries] = /^(\d+) (\d+) (\d+)$/.exec(kept ?? "") ?? []
  return inRow ? { inRow: Number(inRow), atMs: Number(atMs), entries: Number(entries) } : null
}

export function writeRedirect({ inRow, atMs, entries }: Redirect): string {
  return `${inRow} ${atMs} ${entries}`
}

/** The redirect that would be made now, or null where it would go on with a loop. */
export function nextRedirect(last: Redirect | null, nowMs: number, entries: number): Redirect | null {
  const goesOn = last !== null && last.entries === entries && nowMs - last.atMs <= rowPauseMs
  const inRow = goesOn ? last.inRow + 1 : 1
  return inRow > redirectLimit ? null : { inRow, atMs: nowMs, entries }
}

/** SHELL-5: where to go if this is not the static address's origin; hash and query stay. Null: stay. */
export function redirectTarget(staticAddress: string | null, here: string): string | null {
  if (staticAddress === null) return null
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
