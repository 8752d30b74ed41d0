import type { applicationCalls } from "@uc/contract/applications/calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { MenuEntry } from "../menus/public.ts"

export type ConnectedApplication = OutputOf<typeof applicationCalls.mine>["applications"][number]

const favouriteMark = "application:"

/** MENU-7: what it is stored as among the favourites. Menus are stored by their number alone. */
export function isFavouriteApplication(favourite: string): boolean {
  return favourite.startsWith(favouriteMark)
}

/** SSO-3: an application looks like a menu to the search and to the favourites, and is told by its address. */
export function connectedEntry({ id, name, icon, homeAddress }: ConnectedApplication): MenuEntry {
  const shows = { kind: "hosted", address: homeAddress } as const
  return {
    path: homeAddress,
    name: homeAddress,
    id: `${favouriteMark}${id}`,
    text: name,
    icon,
    shows,
    children: [],
  }
}
