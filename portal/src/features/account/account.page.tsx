import { messageOf } from "../../platform/failure.ts"
import { useUser } from "../../platform/session.ts"
import { Button } from "../../ui/button.tsx"
import { Face } from "../../ui/face.tsx"
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
        <span className={css.avatar} aria-hidden="true">
          {user.nickname.slice(-1)}
        </span>
        <div>
          <h1>账号与安全</h1>
          <p>
            {user.nickname}，{user.orgname}
            <span className={css.phone}>
              {user.phone ? `登记手机号 ${user.phone}` : "未登记手机号，请联系本单位管理员登记"}
            </span>
          </p>
        </div>
      </header>
      <div className={css.columns}>
        <div className={css.column}>
          {own.error && !own.data ? (
            <section className={css.failed} aria-label="登录中的设备">
              <Face
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
