import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { onlineUserMessages } from "@uc/contract/online-users/calls"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { OnlineUsers } from "./online-users-list.tsx"

/** For administrators. The server checks it; the page only says so early. */
export function Component() {
  const user: CurrentUser | null = useUser()
  if (!user) return null
  if (user.admintype === admintypes.none) return <NoAccess words={onlineUserMessages.administratorsOnly} />
  return <OnlineUsers user={user} />
}
