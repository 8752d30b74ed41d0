import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { z } from "zod"
import { urlFilters, view } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { RoleList } from "./role-list.tsx"
import { WhyNot } from "./why-not.tsx"

const tabs = { roles: "角色", why: "为什么看不到？" } as const

const roleFilters = urlFilters({ tab: view(z.enum(["roles", "why"]), "roles") })

/** DISTRICT-8. The server checks who may; the page only says so early. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(roleFilters)
  const { tab } = url.state
  if (!user) return null
  if (!holds(user, "roles.manage")) return <NoAccess words={noPermissionMessage("roles.manage")} />
  return (
    <Page
      title="角色管理"
      words="把一部分管理权限授予本单位的人员，不必让他们成为管理员。授予和收回都立即生效。"
    >
      <TabSheet label="角色管理" tabs={tabs} current={tab} onChange={(to) => url.replace({ tab: to })}>
        {tab === "roles" ? <RoleList user={user} /> : <WhyNot user={user} />}
      </TabSheet>
    </Page>
  )
}
