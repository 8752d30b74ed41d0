import { loadChunk } from "../../platform/http/load-chunk.ts"
import { beginProgress } from "../../platform/browser/progress.ts"
import { byName, type FetchPage, type PageModule } from "./page-names.ts"

/** Pages without a sign-in. The list of all others is long, and the account box must not wait for it. */
const openPages = byName(
  import.meta.glob<PageModule>("../../features/{login,reauth,demo,not-found}/*.page.tsx"),
)

async function fetcherOf(name: string): Promise<FetchPage> {
  const open = openPages.get(name)
  if (open) return open
  const { allPages } = await loadChunk(() => import("./all-pages.ts"))
  const fetchPage = allPages.get(name)
  if (!fetchPage) throw new Error(`no page is called ${name}`)
  return fetchPage
}

/** Pages without an address. */
export const notFoundPage = "not-found/not-found"
export const menuPages = {
  layout: "menus/layout",
  hosted: "hosting/generic",
  problem: "menus/problem",
} as const

const loaded = new Map<string, PageModule>()
const loading = new Map<string, Promise<PageModule>>()

async function load(name: string): Promise<PageModule> {
  const ended = beginProgress()
  try {
    const page = await loadChunk(await fetcherOf(name))
    loaded.set(name, page)
    return page
  } finally {
    // A failure is not remembered: the next request tries again. The router's own `lazy` would keep it for ever.
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
