import { newsAdminMessages } from "@uc/contract/news/admin-calls"
import { administers, type CurrentUser } from "@uc/contract/account/calls"
import type { ReactNode } from "react"
import { useUser } from "../../../platform/session/session.ts"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"

/** The server refuses others anyway; here they read why. */
export function AdministratorsOnly({ children }: { readonly children: (user: CurrentUser) => ReactNode }) {
  const user = useUser()
  if (!user) return null
  if (administers(user, user.orgid)) return children(user)
  return <EmptyState isPage art="empty" title="没有管理权限" words={newsAdminMessages.administratorsOnly} />
}
