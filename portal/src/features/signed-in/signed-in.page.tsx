import { admintypes, type CurrentUser } from "@uc/contract/session"
import { sessionAdminMessages } from "@uc/contract/session-admin"
import { Link } from "react-router"
import { useUser } from "../../platform/session.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Face } from "../../ui/face.tsx"
import { SignedInList } from "./signed-in-list.tsx"
import css from "./signed-in.module.css"

/** For administrators. The server insists on it; here it is only said in time. */
export function Component() {
  const user: CurrentUser | null = useUser()
  if (!user) return null
  if (user.admintype === admintypes.none)
    return (
      <Face
        isPage
        art="lost"
        title="没有权限"
        words={sessionAdminMessages.administratorsOnly}
        actions={
          <Link to="/main/home" className={buttonClass({ look: "primary" })}>
            返回首页
          </Link>
        }
      />
    )
  return (
    <div className={css.page}>
      <header>
        <h1>在线用户</h1>
        <p>谁正在使用，从哪里、用什么浏览器登录。账号被他人使用或设备遗失时，可以让其退出。</p>
      </header>
      <section className={css.card} aria-label="在线用户">
        <SignedInList user={user} />
      </section>
    </div>
  )
}
