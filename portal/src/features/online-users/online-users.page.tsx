import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { OnlineUsers } from "./online-users-list.tsx"

/** For administrators. The server checks it; the page only says so early. */
export function Component() {
  const user: CurrentUser | null = useUser()
  if (!user) return null
  if (!holds(user, "online.manage")) return <NoAccess words={noPermissionMessage("online.manage")} />
  return <OnlineUsers user={user} />
}
