import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { AuditLog } from "./audit-log.tsx"
import { logFilters } from "./log-filters.ts"
import { SignInLog } from "./sign-in-log.tsx"

const tabs = { signIns: "登录日志", audit: "操作日志" } as const

/** For administrators. The server checks it; the page only says so early. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(logFilters)
  const { tab } = url.state
  if (!user) return null
  if (!holds(user, "logs.read")) return <NoAccess words={noPermissionMessage("logs.read")} />
  return (
    <Page title="安全日志" words="谁在什么时候、从哪里登录，做过哪些敏感操作。">
      <TabSheet
        label="安全日志"
        tabs={tabs}
        current={tab}
        onChange={(to) => url.replace({ ...logFilters.usual, tab: to })}
      >
        {tab === "signIns" ? <SignInLog /> : <AuditLog />}
      </TabSheet>
    </Page>
  )
}
