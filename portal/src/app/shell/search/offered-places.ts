import type { CurrentUser } from "@uc/contract/account/calls"
import { permissionOfPage } from "@uc/contract/roles/pages"
import { holds } from "@uc/contract/roles/permissions"
import { tilesFor } from "../../../features/manage/manage-tiles.ts"
import type { MenuEntry } from "../../../features/menus/menu-entry.ts"
import { searchPlaces, type Place } from "../shell-places.ts"

/** DAY-12: the portal's own pages that this person may open. */
export function offeredPlaces(user: CurrentUser): readonly Place[] {
  return searchPlaces.filter(({ to }) => {
    // Nothing stands on that page for who manages nothing.
    if (to === "/main/manage") return tilesFor(user).length > 0
    const needed = permissionOfPage(to)
    return needed === null || holds(user, needed)
  })
}

/** DAY-12: without entries that open nothing: broken ones, and groups of nothing else. */
export function offeredEntries(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.flatMap((entry): MenuEntry[] => {
    if (entry.shows.kind === "problem") return []
    const children = offeredEntries(entry.children)
    return entry.shows.kind === "group" && children.length === 0 ? [] : [{ ...entry, children }]
  })
}
