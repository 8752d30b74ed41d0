import { trails, type MenuEntry } from "../menus/public.ts"
import { connectedEntry, type ConnectedApplication } from "./connected-entry.ts"

/** A menu item that is a page, with the names of the items above it. */
export interface Place {
  readonly entry: MenuEntry
  /** The application that it belongs to. */
  readonly group: string
  /** The items between. */
  readonly within: string
  readonly icon: string | null
  /** Of a connected application: opened in a window of its own. */
  readonly href?: string
}

export function placesOf(entries: readonly MenuEntry[]): readonly Place[] {
  return trails(entries).flatMap((trail) => {
    const [top, entry] = [trail[0], trail.at(-1)]
    if (!top || !entry || entry.children.length > 0) return []
    const between = trail.slice(1, -1).map(({ text }) => text)
    return [{ entry, group: top.text, within: between.join(" / "), icon: entry.icon ?? top.icon }]
  })
}

export const connectedGroup = "接入的系统"

export function connectedPlace(application: ConnectedApplication): Place {
  const { icon, homeAddress: href } = application
  return { entry: connectedEntry(application), group: connectedGroup, within: "免登录打开", icon, href }
}

export function placesById(places: readonly Place[], ids: readonly string[]): readonly Place[] {
  return ids.flatMap((id) => places.find(({ entry }) => entry.id === id) ?? [])
}
