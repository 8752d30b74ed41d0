import { trails, type MenuEntry } from "./menu-entry.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"

/** By text, pinyin and initials. Its dictionary is heavy, so it is loaded when a search opens. */
type Matcher = (text: string, query: string) => boolean

let matcher: Promise<Matcher> | undefined

async function loadMatcher(): Promise<Matcher> {
  const { match } = await loadChunk(() => import("pinyin-pro"))
  return (text, query) =>
    text.toLowerCase().includes(query) || match(text, query, { continuous: true, insensitive: true }) !== null
}

type Trail = readonly MenuEntry[]

/** Paths (top entry first) whose last entry matches, then those below an entry that matches. */
export async function searchMenus(entries: readonly MenuEntry[], query: string): Promise<readonly Trail[]> {
  const wanted = query.trim().toLowerCase()
  if (wanted === "") return []
  matcher ??= loadMatcher()
  let matches: Matcher
  try {
    matches = await matcher
  } catch (error) {
    // After a failed load the next search tries again.
    matcher = undefined
    throw error
  }
  const all = trails(entries)
  const fitting = new Set(
    all.flatMap((trail) => trail.at(-1) ?? []).filter(({ text }) => matches(text, wanted)),
  )
  const isOwn = (trail: Trail) => trail.slice(-1).some((entry) => fitting.has(entry))
  const isBelow = (trail: Trail) => !isOwn(trail) && trail.some((entry) => fitting.has(entry))
  return [...all.filter(isOwn), ...all.filter(isBelow)]
}

/** The fixed pages without a menu entry: a page is found once, at its place in the menu. */
export function notAmong(menus: readonly Trail[], pages: readonly Trail[]): readonly Trail[] {
  const shown = new Set(
    menus.flatMap((trail) => {
      const shows = trail.at(-1)?.shows
      return shows?.kind === "page" ? [shows.page] : []
    }),
  )
  return pages.filter((trail) => {
    const shows = trail.at(-1)?.shows
    return shows?.kind !== "page" || !shown.has(shows.page)
  })
}
