import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { showToast } from "../../platform/browser/toast.ts"

/** How many pages of other sites stay open: each is a document with its own memory and timers. */
export const hostedLimit = 10

/** A page to be hosted; its address has been checked. */
export interface HostedAddress {
  /** The address in the router that shows it; two addresses are two pages. */
  readonly key: string
  /** Its name until the page gives a title. */
  readonly name: string
  readonly href: string
  readonly origin: string
}

export interface HostedPage extends HostedAddress {
  /** The page's own title. */
  readonly title: string | null
  /** Counts its loads: a late report of an earlier one is ignored. */
  readonly load: number
  /**
   * `slow`: nothing came in time. `blocked`: the document's policy does not have the site yet. `strayed`: it navigated
   * to a site that the policy does not have, and is gone.
   */
  readonly state: "loading" | "slow" | "loaded" | "blocked" | "strayed"
  readonly strayedTo: string | null
  readonly shownAt: number
}

export interface HostedPages {
  /** In the order of opening, which never changes: a frame that is moved in the document reloads. */
  readonly pages: readonly HostedPage[]
  /** The one on screen. */
  readonly current: string | null
  readonly turn: number
}

export const noPages: HostedPages = { pages: [], current: null, turn: 0 }

export type HostedEvent =
  | { readonly type: "opened"; readonly page: HostedAddress }
  | { readonly type: "left" | "closed" | "reloaded"; readonly key: string }
  | { readonly type: "loaded" | "waited" | "blocked"; readonly key: string; readonly load: number }
  | { readonly type: "strayed"; readonly key: string; readonly load: number; readonly to: string }
  | { readonly type: "renamed"; readonly key: string; readonly title: string }
  | { readonly type: "listed"; readonly isPermitted: (origin: string) => boolean }

function begun(page: HostedAddress, load: number, shownAt: number): HostedPage {
  return { ...page, title: null, load, state: "loading", strayedTo: null, shownAt }
}

/** The least recently shown; never the one on screen. */
function longestUnseen({ pages, current }: HostedPages): HostedPage | undefined {
  return pages.filter(({ key }) => key !== current).toSorted((one, two) => one.shownAt - two.shownAt)[0]
}

function withPage(hosted: HostedPages, page: HostedAddress): HostedPages {
  const turn = hosted.turn + 1
  const known = hosted.pages.find(({ key }) => key === page.key)
  const isSame = known?.href === page.href
  const shown = known && isSame ? { ...known, name: page.name, shownAt: turn } : begun(page, turn, turn)
  const pages = known
    ? hosted.pages.map((other) => (other === known ? shown : other))
    : [...hosted.pages, shown]
  const now = { pages, current: page.key, turn }
  const dropped = pages.length > hostedLimit ? longestUnseen(now) : undefined
  return dropped ? { ...now, pages: pages.filter((other) => other !== dropped) } : now
}

function changed(hosted: HostedPages, key: string, change: (page: HostedPage) => HostedPage): HostedPages {
  return { ...hosted, pages: hosted.pages.map((page) => (page.key === key ? change(page) : page)) }
}

function without(hosted: HostedPages, isGone: (page: HostedPage) => boolean): HostedPages {
  const pages = hosted.pages.filter((page) => !isGone(page))
  if (pages.length === hosted.pages.length) return hosted
  const isCurrentThere = pages.some(({ key }) => key === hosted.current)
  return { ...hosted, pages, current: isCurrentThere ? hosted.current : null }
}

export function reduceHosted(hosted: HostedPages, event: HostedEvent): HostedPages {
  switch (event.type) {
    case "opened":
      return withPage(hosted, event.page)
    case "left":
      return hosted.current === event.key ? { ...hosted, current: null } : hosted
    case "closed":
      return without(hosted, ({ key }) => key === event.key)
    case "reloaded": {
      const turn = hosted.turn + 1
      // It keeps its name until it gives another, so that its tab does not move.
      const restarted = (page: HostedPage) => ({ ...begun(page, turn, page.shownAt), title: page.title })
      return { ...changed(hosted, event.key, restarted), turn }
    }
    case "loaded":
    case "waited":
    case "blocked":
      return changed(hosted, event.key, (page) => {
        // A refused frame loads as well: the browser's error page.
        if (page.load !== event.load || page.state === "blocked" || page.state === "strayed") return page
        if (event.type === "waited") return page.state === "loading" ? { ...page, state: "slow" } : page
        return { ...page, state: event.type }
      })
    case "strayed":
      return changed(hosted, event.key, (page) =>
        page.load === event.load && page.state !== "blocked"
          ? { ...page, state: "strayed", strayedTo: event.to }
          : page,
      )
    case "renamed":
      return changed(hosted, event.key, (page) => ({ ...page, title: event.title }))
    case "listed":
      return without(hosted, ({ origin }) => !event.isPermitted(origin))
  }
}

const store = createStore<HostedPages>(() => noPages)

/** The pages that stay open. Closing one in the background is announced. */
export function dispatchHosted(event: HostedEvent): void {
  const before = store.getState()
  const after = reduceHosted(before, event)
  if (after === before) return
  store.setState(after, true)
  if (event.type !== "opened" && event.type !== "listed") return
  for (const page of before.pages) {
    if (page.key === before.current || after.pages.some(({ key }) => key === page.key)) continue
    const label = hostedLabel(page)
    if (event.type === "listed") showToast("warning", `“${label}”已被移出授权域名，页面已关闭`)
    else showToast("info", `最多同时打开${hostedLimit}个页面，已关闭最久未看的“${label}”`)
  }
}

export function forgetHosted(): void {
  store.setState(noPages, true)
}

export function hostedLabel({ title, name }: HostedPage): string {
  return title ?? name
}

export function useHostedPages(): HostedPages {
  return useStore(store)
}

export function hostedPages(): HostedPages {
  return store.getState()
}

export function watchHostedPages(listener: () => void): () => void {
  return store.subscribe(listener)
}
