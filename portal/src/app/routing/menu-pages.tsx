import { useMemo } from "react"
import { useRoutes } from "react-router"
import { useMenuEntries } from "../../features/menus/menu-entries.ts"
import { MenuEntryContext, type MenuEntry } from "../../features/menus/menu-entry.ts"
import { menuRoutes, type MenuViews } from "./menu-routes.ts"
import { PageView } from "./page-view.tsx"
import { menuPages, notFoundPage } from "./pages.ts"

/** MENU-3: which page shows an entry. */
export function pageOfEntry({ shows }: MenuEntry): string {
  switch (shows.kind) {
    case "page":
      return shows.page
    case "hosted":
      return menuPages.hosted
    case "group":
      return menuPages.layout
    case "problem":
      return menuPages.problem
  }
}

function view(entry: MenuEntry, name: string) {
  return (
    <MenuEntryContext value={entry}>
      <PageView name={name} />
    </MenuEntryContext>
  )
}

const views: MenuViews = {
  layout: (entry) => view(entry, menuPages.layout),
  content: (entry) => view(entry, pageOfEntry(entry)),
}

/**
 * The routes of the user's menus, below the router's fixed ones. They are drawn from the present menus and not added to
 * the router, which could not remove them when the user or the menus change (MENU-6).
 */
export function MenuPages() {
  const entries = useMenuEntries()
  const routes = useMemo(() => menuRoutes(entries, views), [entries])
  return useRoutes(routes) ?? <PageView name={notFoundPage} />
}
