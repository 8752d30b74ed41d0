import { trails, type MenuEntry } from "./menu-entry.ts"

/** By text, by pinyin and by initials. Heavy (a dictionary of readings), so it is imported when a search opens. */
type Matcher = (text: string, query: string) => boolean

let matcher: Promise<Matcher> | undefined

async function loadMatcher(): Promise<Matcher> {
  const { match } = await import("pinyin-pro")
  return (text, query) =>
    text.toLowerCase().includes(query) || match(text, query, { continuous: true, insensitive: true }) !== null
}

/** Trails (top entry first) whose last entry fits; a group that only holds others is no place to go. */
export async function searchMenus(
  entries: readonly MenuEntry[],
  query: string,
): Promise<readonly (readonly MenuEntry[])[]> {
  const wanted = query.trim().toLowerCase()
  if (wanted === "") return []
  matcher ??= loadMatcher()
  let matches: Matcher
  try {
    matches = await matcher
  } catch (error) {
    // A failed download must not spoil the next try.
    matcher = undefined
    throw error
  }
  return trails(entries).filter((trail) => {
    const entry = trail[trail.length - 1]
    return entry !== undefined && entry.shows.kind !== "group" && matches(entry.text, wanted)
  })
}
