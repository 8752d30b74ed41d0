import { currentPage, keepCurrentPage, type CurrentPage } from "../platform/current-page.ts"
import { menuEntries } from "../platform/menu-entries.ts"
import { trailTo, type MenuEntry } from "../platform/menu-entry.ts"
import { plainPath, staticRouteAt } from "./routes.ts"

const notFoundTitle = "页面不存在"

/** ROUTE-11: what the navigation and the title say about a path. */
export function placeAt(path: string, entries: readonly MenuEntry[]): CurrentPage {
  const route = staticRouteAt(path)
  if (route) {
    return {
      path: route.path,
      title: route.title,
      metaId: route.metaId ?? null,
      name: route.name ?? null,
      trail: [],
    }
  }
  const trail = trailTo(entries, plainPath(path))
  const entry = trail[trail.length - 1]
  if (!entry) return { path, title: notFoundTitle, metaId: null, name: null, trail: [] }
  return { path: entry.path, title: entry.text, metaId: trail[0]?.id ?? null, name: entry.name, trail }
}

export function titleOf({ title }: CurrentPage, siteName: string): string {
  return title === "" ? siteName : `${title} - ${siteName}`
}

/** Called whenever the router has come to rest, or what the menus are has changed. */
export function showPlace(path: string, siteName: string): CurrentPage {
  keepCurrentPage(placeAt(path, menuEntries()))
  document.title = titleOf(currentPage(), siteName)
  return currentPage()
}
