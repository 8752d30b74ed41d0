import { createContext, useContext } from "react"

export type MenuProblem = "missing-id" | "bad-id" | "reserved-id" | "duplicate-id" | "cycle" | "unknown-page"

/** A menu item for navigation and pages: planned once, always with a valid path. */
export interface MenuEntry {
  /** Unique among all entries, also of broken items: the path in the router, e.g. `/12/34`. */
  readonly path: string
  /** MENU-2: built from text and id. */
  readonly name: string
  /** Empty where the item came without one. */
  readonly id: string
  readonly text: string
  readonly icon: string | null
  /** MENU-3. `page` shows a page of the portal's own, `hosted` an address in a frame, `group` only its children. */
  readonly shows:
    | { readonly kind: "page"; readonly page: string }
    | { readonly kind: "hosted"; readonly address: string }
    | { readonly kind: "group" }
    | { readonly kind: "problem"; readonly problem: MenuProblem; readonly words: string }
  readonly children: readonly MenuEntry[]
}

/** Every entry with the entries above it, top first. */
export function trails(entries: readonly MenuEntry[]): readonly (readonly MenuEntry[])[] {
  return entries.flatMap((entry) => [[entry], ...trails(entry.children).map((trail) => [entry, ...trail])])
}

/** From the top entry down to the one at this path; empty where there is none. */
export function trailTo(entries: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  return (
    trails(entries).find((trail) => trail[trail.length - 1]?.path.toLowerCase() === path.toLowerCase()) ?? []
  )
}

export const MenuEntryContext = createContext<MenuEntry | null>(null)

/** The entry whose page this is; null on a page without a menu entry. */
export function useMenuEntry(): MenuEntry | null {
  return useContext(MenuEntryContext)
}
