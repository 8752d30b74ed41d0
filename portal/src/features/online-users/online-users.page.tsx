import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { onlineUserMessages } from "@uc/contract/online-users/calls"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { OnlineUserList } from "./online-users-list.tsx"
import css from "./online-users.module.css"

/** For administrators. The server insists on it; here it is only said in time. */
export function Component() {
  const user: CurrentUser | null = useUser()
  if (!user) return null
  if (user.admintype === admintypes.none) return <NoAccess words={onlineUserMessages.administratorsOnly} />
  return (
    <Page
      title="在线用户"
      words="谁正在使用，从哪里、用什么浏览器登录。账号被他人使用或设备遗失时，可以让其退出。"
    >
      <section className={css.card} aria-label="在线用户">
        <OnlineUserList user={user} />
      </section>
    </Page>
  )
}
