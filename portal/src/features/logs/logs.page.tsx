import { admintypes } from "@uc/contract/session"
import { Link, useSearchParams } from "react-router"
import { useUser } from "../../platform/session.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Face } from "../../ui/face.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { AuditLog } from "./audit-log.tsx"
import { SignInLog } from "./sign-in-log.tsx"
import css from "./logs.module.css"

const tabs = { signIns: "登录日志", audit: "操作日志" } as const

/** For administrators. The server insists on it; here it is only said in time. */
export function Component() {
  const user = useUser()
  const [place, setPlace] = useSearchParams()
  const tab = place.get("tab") === "audit" ? "audit" : "signIns"
  if (!user) return null
  if (user.admintype === admintypes.none)
    return (
      <Face
        isPage
        art="lost"
        title="没有权限"
        words="安全日志仅供管理员查看。如有需要，请联系本单位管理员。"
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
        <h1>安全日志</h1>
        <p>谁在什么时候、从哪里登录，做过哪些敏感操作。</p>
      </header>
      <div className={css.card}>
        <Tabs
          label="安全日志"
          tabs={tabs}
          current={tab}
          onChange={(to) => setPlace({ tab: to }, { replace: true })}
        >
          <div className={css.panel}>{tab === "signIns" ? <SignInLog /> : <AuditLog />}</div>
        </Tabs>
      </div>
    </div>
  )
}
