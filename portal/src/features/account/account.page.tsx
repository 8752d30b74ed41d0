import { messageOf } from "../../platform/http/failure.ts"
import { Link } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { KnownBrowsers } from "./known-browsers.tsx"
import { OwnSessions } from "./own-sessions.tsx"
import { PasswordForm } from "./password-form.tsx"
import { useOwnSessions } from "./use-own-sessions.ts"
import css from "./account.module.css"

/** One's own devices, sessions and password. */
export function Component() {
  const user = useUser()
  const { own, refresh, end, endOthers, forget } = useOwnSessions()
  if (!user) return null
  return (
    <div className={css.page}>
      <header className={css.person}>
        <Avatar name={user.nickname} picture={user.himg} sizePx={48} />
        <div>
          <h1>账号与安全</h1>
          <p>
            {user.nickname}，{user.orgname}
            <span className={css.phone}>
              {user.phone ? `登记手机号 ${user.phone}` : "未登记手机号"}
              <Link to="/main/profile">{user.phone ? "更换" : "登记"}</Link>
            </span>
          </p>
        </div>
      </header>
      <div className={css.columns}>
        <div className={css.column}>
          {own.error && !own.data ? (
            <section className={css.failed} aria-label="登录中的设备">
              <EmptyState
                isAlert
                art="broken"
                title="设备列表没有加载成功"
                words={messageOf(own.error)}
                actions={<Button onClick={() => void own.refetch()}>重试</Button>}
              />
            </section>
          ) : (
            <>
              <OwnSessions sessions={own.data?.sessions ?? null} onEnd={end} onEndOthers={endOthers} />
              <KnownBrowsers devices={own.data?.devices ?? null} onForget={forget} />
            </>
          )}
        </div>
        <PasswordForm account={own.data?.account ?? ""} onChanged={() => void refresh()} />
      </div>
    </div>
  )
}
