import type { CurrentUser } from "@uc/contract/account/calls"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { AreaPanel } from "./organisations/area-panel.tsx"
import { DepartmentPanel } from "./departments/department-panel.tsx"
import { directoryFilters, showsDisabled } from "./directory-filters.ts"
import { DirectoryPage } from "./directory-page.tsx"
import { OrganisationPanel } from "./organisations/organisation-panel.tsx"

/** HOME-6: areas, organisations and departments, and what they are. */
export function Component() {
  const user = useUser()
  return user && <OrgTree user={user} />
}

function OrgTree({ user }: { readonly user: CurrentUser }) {
  const withDisabled = showsDisabled(user, useUrlFilters(directoryFilters).state)
  return (
    <DirectoryPage
      user={user}
      title="组织机构"
      startsAt="area"
      words="按区域浏览单位和部门；管理员在这里新增、改名、移动、合并和停用。"
    >
      {({ kind, id }) =>
        kind === "area" ? (
          <AreaPanel key={id} user={user} id={id} withDisabled={withDisabled} />
        ) : kind === "organisation" ? (
          <OrganisationPanel key={id} user={user} id={id} withDisabled={withDisabled} />
        ) : (
          <DepartmentPanel key={id} id={id} />
        )
      }
    </DirectoryPage>
  )
}
