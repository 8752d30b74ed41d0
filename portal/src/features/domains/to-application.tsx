import type { ListedDomain } from "@uc/contract/domains/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useUser } from "../../platform/session/session.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Link } from "../../ui/navigation/link.tsx"

interface ToApplicationProps {
  readonly domain: ListedDomain
  readonly number: number
}

/**
 * SSO-3: the form of a new application, filled in with this site. The domain stays as it is, with its tickets, until an administrator
 * deletes it.
 */
export function ToApplication({ domain: { origins, name, hasSecret }, number }: ToApplicationProps) {
  const user = useUser()
  const [site] = origins
  if (!user || !hasSecret || site === undefined || !holds(user, "applications.manage")) return null
  const filled = new URLSearchParams({ site: `${site}/`, siteName: name })
  return (
    <Link
      to={`/main/applicationAccess?${filled.toString()}`}
      aria-label={`接入为应用（第 ${number} 行）`}
      title="打开应用接入，并填好该网站的地址；域名和票据继续有效"
    >
      <Icon name="link" sizePx={14} />
      接入为应用
    </Link>
  )
}
