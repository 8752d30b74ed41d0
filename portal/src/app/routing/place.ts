import { currentPage, keepCurrentPage, nothingMarked, type CurrentPage, type Marked } from "./current-page.ts"
import { menuEntries } from "../../features/menus/menu-entries.ts"
import { trails, trailTo, type MenuEntry } from "../../features/menus/menu-entry.ts"
import { plainPath, staticRouteAt, staticRoutes, type StaticRoute } from "./routes.ts"

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
      marked: markedFor(route, entries),
    }
  }
  const trail = trailTo(entries, plainPath(path))
  const entry = trail[trail.length - 1]
  if (!entry)
    return { path, title: notFoundTitle, metaId: null, name: null, trail: [], marked: nothingMarked }
  const metaId = trail[0]?.id ?? null
  return { path: entry.path, title: entry.text, metaId, name: entry.name, trail, marked: marks(trail) }
}

function marks(trail: readonly MenuEntry[]): Marked {
  return { group: trail.slice(0, -1), entry: trail[trail.length - 1] ?? null }
}

/** A fixed page that has a menu entry is marked there; another one marks the group of its meta id. */
function markedFor(route: StaticRoute, entries: readonly MenuEntry[]): Marked {
  const showing = (pages: readonly string[]) =>
    trails(entries).find((trail) => {
      const shows = trail[trail.length - 1]?.shows
      return shows?.kind === "page" && pages.includes(shows.page)
    })
  const own = showing([route.page])
  if (own) return marks(own)
  if (route.metaId === undefined) return nothingMarked
  const kin = staticRoutes.filter(({ metaId }) => metaId === route.metaId).map(({ page }) => page)
  return { group: showing(kin)?.slice(0, -1) ?? [], entry: null }
}

export function titleOf({ title }: CurrentPage, siteName: string): string {
  return title === "" ? siteName : `${title} - ${siteName}`
}

/** Called after every navigation and when the menus have changed. `guestTitle`: the title of the hosted page that is shown. */
export function showPlace(path: string, siteName: string, guestTitle: string | null = null): CurrentPage {
  const place = placeAt(path, menuEntries())
  keepCurrentPage(guestTitle === null ? place : { ...place, title: guestTitle })
  document.title = titleOf(currentPage(), siteName)
  return currentPage()
}
