import { keepMenuEntries, menuEntries } from "../../features/menus/menu-entries.ts"
import { trailTo, type MenuEntry } from "../../features/menus/menu-entry.ts"
import { forgetMenus, menusAtHand, openMenus, refreshMenus, watchMenus } from "../../features/menus/menus.ts"
import { keepOwnPages } from "../../features/menus/own-pages.ts"
import { planMenu } from "./menu-routes.ts"
import { pageAt } from "./all-pages.ts"
import { plainPath, reservedIds, staticRoutes } from "./routes.ts"

keepOwnPages({
  list: staticRoutes.filter(({ place, name }) => place === "shell" && name === undefined),
  has: (path) => pageAt(path) !== null,
})

let planned: unknown = null

function follow(): void {
  const { items } = menusAtHand()
  if (items === planned) return
  planned = items
  const { entries, problems } = planMenu(items ?? [], { pageAt, reservedIds })
  // MENU-5: the menu is shown, and the console names the broken item.
  for (const problem of problems) console.error(problem)
  keepMenuEntries(entries)
}

watchMenus(follow)

function entryAt(path: string): MenuEntry | null {
  const trail = trailTo(menuEntries(), plainPath(path))
  return trail[trail.length - 1] ?? null
}

/** The entry at a path: out of the cache if it is there, else once the server has answered (MENU-4, MENU-6). */
export async function menusFor(userId: string, path: string): Promise<MenuEntry | null> {
  openMenus(userId)
  follow()
  const atHand = entryAt(path)
  if (atHand !== null || menusAtHand().isFresh) return atHand
  await refreshMenus(userId)
  return entryAt(path)
}

/** MENU-6: a user's menus begin with the cache; nothing of the user before is left. */
export function changeMenus(userId: string | null): void {
  if (userId === null) forgetMenus()
  else openMenus(userId)
  follow()
}
