import type { ComponentType } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { beginProgress } from "../../platform/browser/progress.ts"
import { staticRouteAt } from "./routes.ts"

export interface PageModule {
  readonly Component: ComponentType
}

type Load = () => Promise<PageModule>

/** A page is a file `<file>.page.tsx` in the folder of its feature, or below it; its name is `<feature>/<file>`. */
const found = new Map<string, Load>(
  Object.entries(import.meta.glob<PageModule>("../../features/**/*.page.tsx")).map(([path, fetchPage]) => [
    nameOf(path),
    fetchPage,
  ]),
)

function nameOf(path: string): string {
  const parts = path.replace("../../features/", "").replace(".page.tsx", "").split("/")
  return `${parts[0]}/${parts.at(-1)}`
}

/** Pages that no address names. */
export const notFoundPage = "not-found/not-found"
export const menuPages = {
  layout: "menus/layout",
  hosted: "hosting/generic",
  problem: "menus/problem",
} as const

/** Pages that show what other features bring along, which only app may know. */
const homeCards = () => import("../shell/home-cards.ts")
const homeCardsAsking = () => homeCards().then(({ requestAhead }) => requestAhead())
const alongside: Readonly<Record<string, () => Promise<unknown>>> = {
  "home/home": homeCardsAsking,
  "home/set-home-layout": homeCards,
}

export function hasPage(name: string): boolean {
  return found.has(name)
}

/** MENU-3: a menu's `path` is an address of the portal (`/task`) or the name of a page (`tasks/task`). */
export function pageAt(path: string): string | null {
  const route = staticRouteAt(path.startsWith("/") ? path : `/${path}`)
  if (route) return route.page
  const name = path.replace(/^\//, "")
  return found.has(name) ? name : null
}

const loaded = new Map<string, PageModule>()
const loading = new Map<string, Promise<PageModule>>()

async function load(name: string): Promise<PageModule> {
  const ended = beginProgress()
  try {
    const fetchPage = found.get(name)
    if (!fetchPage) throw new Error(`no page is called ${name}`)
    const [page] = await loadChunk(() => Promise.all([fetchPage(), alongside[name]?.()]))
    loaded.set(name, page)
    return page
  } finally {
    // A failure is not kept: the next one who asks makes a new try. The router's own `lazy` would keep it for ever.
    loading.delete(name)
    ended()
  }
}

export function loadPage(name: string): Promise<PageModule> {
  const page = loaded.get(name)
  if (page) return Promise.resolve(page)
  const underWay = loading.get(name) ?? load(name)
  loading.set(name, underWay)
  return underWay
}

export function loadedPage(name: string): PageModule | undefined {
  return loaded.get(name)
}
