import type { applicationCalls } from "@uc/contract/applications/calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { MenuEntry } from "../menus/public.ts"

export type ConnectedApplication = OutputOf<typeof applicationCalls.mine>["applications"][number]

/** SSO-3: an application looks like a menu to the search, and is told by its address. */
export function connectedEntry({ name, icon, homeAddress }: ConnectedApplication): MenuEntry {
  const shows = { kind: "hosted", address: homeAddress } as const
  return { path: homeAddress, name: homeAddress, id: "", text: name, icon, shows, children: [] }
}
