import { byName, type FetchPage, type PageModule } from "./page-names.ts"
import { staticRouteAt } from "./routes.ts"

const found = byName(import.meta.glob<PageModule>("../../features/**/*.page.tsx"))

/** Pages that show parts of other features, which only app may import. */
const homeCards = () => import("../shell/home/home-cards.ts")
const homeCardsAsking = () => homeCards().then(({ requestAhead }) => requestAhead())
const alongside: Readonly<Record<string, () => Promise<unknown>>> = {
  "home/home": homeCardsAsking,
  "home/set-home-layout": () => homeCards().then(({ loadHomeCards }) => loadHomeCards()),
}

/** Every page by its name, with what must be loaded beside it. */
export const allPages: ReadonlyMap<string, FetchPage> = new Map(
  [...found].map(([name, fetchPage]) => [
    name,
    () => Promise.all([fetchPage(), alongside[name]?.()]).then(([page]) => page),
  ]),
)

/** MENU-3: a menu's `path` is an address of the portal (`/task`) or the name of a page (`tasks/task`). */
export function pageAt(path: string): string | null {
  const route = staticRouteAt(path.startsWith("/") ? path : `/${path}`)
  if (route) return route.page
  const name = path.replace(/^\//, "")
  return allPages.has(name) ? name : null
}
