import type { CurrentUser } from "@uc/contract/account/calls"
import { useUser } from "../../platform/session/session.ts"
import { DirectoryPage } from "./directory-page.tsx"
import { PeoplePanel } from "./people/people-panel.tsx"

/** HOME-6: who works where, and as what. */
export function Component() {
  const user = useUser()
  return user && <PeopleTree user={user} />
}

function PeopleTree({ user }: { readonly user: CurrentUser }) {
  return (
    <DirectoryPage
      user={user}
      title="人员"
      words="按单位和部门查找同事；管理员在这里新增、调动、停用人员和重置密码。"
      startsAt="organisation"
    >
      {(node) => <PeoplePanel key={`${node.kind}-${node.id}`} user={user} node={node} />}
    </DirectoryPage>
  )
}
