import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { ReactNode } from "react"
import { useUser } from "../../../platform/session/session.ts"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"

/** The server refuses others anyway; here they read why. */
export function AdministratorsOnly({ children }: { readonly children: (user: CurrentUser) => ReactNode }) {
  const user = useUser()
  if (!user) return null
  if (holds(user, "news.manage")) return children(user)
  return <EmptyState isPage art="empty" title="没有管理权限" words={noPermissionMessage("news.manage")} />
}
