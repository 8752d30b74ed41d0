import { useMenuEntries } from "./menu-entries.ts"
import { trails } from "./menu-entry.ts"

/** Where the user's own menu leads for this word; for what has no page of the portal's own. */
export function useMenuPlace(word: string): string | null {
  const all = trails(useMenuEntries()).flatMap((trail) => trail.at(-1) ?? [])
  const named = all.filter(({ text, shows }) => text.includes(word) && shows.kind !== "problem")
  const place = named.find(({ shows }) => shows.kind === "page" || shows.kind === "hosted") ?? named[0]
  return place?.path ?? null
}
