import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { VariantHeader } from "./variants/variant-header.tsx"
import { LoginPanel } from "./steps/login-panel.tsx"
import { useLogin } from "./use-login.ts"
import css from "./admin-login.module.css"

const rules: readonly { readonly icon: IconName; readonly title: string; readonly words: string }[] = [
  { icon: "key", title: "两道验证", words: "密码之外，每次都要滑块和短信验证码" },
  { icon: "clock", title: "限时会话", words: "离开座位自动锁定，隔日须重新登录" },
  { icon: "page", title: "全程留痕", words: "登录与敏感操作记入安全日志" },
]

/** `adminLogin`: sober and dark whatever theme was chosen, so that nobody takes it for the everyday way in. */
export function Component() {
  const engine = useLogin("adminLogin")
  return (
    <div className={css.page} data-ground="dark">
      <VariantHeader note="管理控制台" />
      <main className={css.middle}>
        <div className={css.card}>
          <LoginPanel face="adminLogin" engine={engine} />
        </div>
        <section className={css.side} aria-label="管理入口说明">
          <h2>
            平台、区域与单位的
            <br />
            管理入口
          </h2>
          <ul className={css.rules}>
            {rules.map(({ icon, title, words }) => (
              <li key={title}>
                <Icon name={icon} sizePx={20} />
                <span>
                  <b>{title}</b>
                  {words}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </div>
  )
}
