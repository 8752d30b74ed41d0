import type { MenuRouteItem } from "@uc/contract/menus/calls"
import type { ReactNode } from "react"
import type { RouteObject } from "react-router"
import type { MenuEntry, MenuProblem } from "../../features/menus/menu-entry.ts"

/** The planner's input; it knows neither the file system nor the router. */
export interface MenuMap {
  /** The page at a configured path, null where there is none. */
  readonly pageAt: (path: string) => string | null
  readonly reservedIds: ReadonlySet<string>
}

export interface MenuPlan {
  readonly entries: readonly MenuEntry[]
  /** For the console: one line per broken item (MENU-5). */
  readonly problems: readonly string[]
}

const words: Record<MenuProblem, (item: MenuRouteItem) => string> = {
  "missing-id": () => "该菜单没有编号",
  "bad-id": ({ id }) => `该菜单的编号“${id}”不能用作地址`,
  "reserved-id": ({ id }) => `该菜单的编号“${id}”与系统页面的地址相同`,
  "duplicate-id": ({ id }) => `该菜单的编号“${id}”与另一个菜单重复`,
  cycle: ({ id }) => `该菜单的编号“${id}”与它的上级相同，形成了循环`,
  "unknown-page": ({ path }) => `该菜单指向的页面“${path ?? ""}”不存在`,
}

/** MENU-2 to MENU-5. Every item gets an entry, a broken one too: its route says what is wrong with it. */
export function planMenu(items: readonly MenuRouteItem[], { pageAt, reservedIds }: MenuMap): MenuPlan {
  const problems: string[] = []
  const seen = new Set<string>()

  function idProblem({ id }: MenuRouteItem, above: readonly string[]): MenuProblem | null {
    if (id === "") return "missing-id"
    // Other characters have a meaning in a route's path.
    if (!/^[\p{Letter}\p{Number}_-]+$/u.test(id)) return "bad-id"
    if (above.length === 0 && reservedIds.has(id.toLowerCase())) return "reserved-id"
    if (above.includes(id)) return "cycle"
    return seen.has(id) ? "duplicate-id" : null
  }

  function shown(item: MenuRouteItem): MenuEntry["shows"] | MenuProblem {
    const path = item.path?.trim() ?? ""
    if (item.module_type === "router") {
      const page = pageAt(path)
      return page === null ? "unknown-page" : { kind: "page", page }
    }
    return path === "" ? { kind: "group" } : { kind: "hosted", address: path }
  }

  function plan(
    level: readonly MenuRouteItem[],
    parentPath: string,
    above: readonly string[],
  ): readonly MenuEntry[] {
    return level.map((item, position) => {
      const badId = idProblem(item, above)
      const shows = badId ?? shown(item)
      // No menu's id has a dot, so this can't be the path of a valid one.
      const path = `${parentPath}/${badId === null ? item.id : `item.${position + 1}`}`
      if (badId === null) seen.add(item.id)
      if (typeof shows === "string")
        problems.push(`menu ${path} (${item.text}): ${shows}, ${words[shows](item)}`)
      return {
        path,
        name: `${item.text}-${item.id}`,
        id: item.id,
        text: item.text,
        icon: item.icon,
        shows:
          typeof shows === "string" ? { kind: "problem", problem: shows, words: words[shows](item) } : shows,
        children: shows === "cycle" ? [] : plan(item.children, path, [...above, item.id]),
      }
    })
  }

  return { entries: plan(items, "", []), problems }
}

/** How an entry is drawn; `layout` stands around a top-level item's own page and everything below it. */
export interface MenuViews {
  readonly layout: (entry: MenuEntry) => ReactNode
  readonly content: (entry: MenuEntry) => ReactNode
}

/** MENU-3, MENU-4: nested like the menu; a parent's own page stands at its own path, not around its children's. */
export function menuRoutes(entries: readonly MenuEntry[], { layout, content }: MenuViews): RouteObject[] {
  function below(entry: MenuEntry): RouteObject[] {
    return entry.children.map((child) => {
      const own = { ...routeOf(child), element: content(child) }
      if (child.children.length === 0) return own
      return { ...routeOf(child), children: [{ index: true, element: content(child) }, ...below(child)] }
    })
  }
  return entries.map((entry) => ({
    ...routeOf(entry),
    element: layout(entry),
    children: [
      // A top-level item that only holds others shows its layout alone.
      ...(entry.shows.kind === "group" ? [] : [{ index: true, element: content(entry) }]),
      ...below(entry),
    ],
  }))
}

function routeOf({ path, name }: MenuEntry): { path: string; id: string; handle: { name: string } } {
  return { path: path.slice(path.lastIndexOf("/") + 1), id: path, handle: { name } }
}
