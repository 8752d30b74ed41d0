import { useSiteConfig } from "../../platform/site-config.ts"
import { Emblem } from "../../ui/emblem.tsx"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { ThemeSwitch } from "../../ui/theme-switch.tsx"
import { LoginPanel } from "./login-panel.tsx"
import { Scene } from "./scene.tsx"
import { useLogin } from "./use-login.ts"
import css from "./login.module.css"

const facts: readonly { readonly icon: IconName; readonly words: string }[] = [
  { icon: "apps", words: "一个账号，用上本单位的全部应用" },
  { icon: "shield", words: "教育局、学校、企业分级授权，各管各的数据" },
  { icon: "alarm", words: "安全预警与应急演练，第一时间知道" },
]

/** `newLogin`: two halves, a scene of what the site is for and a narrow form. */
export function Component() {
  const { brand } = useSiteConfig()
  const engine = useLogin("newLogin")
  return (
    <div className={css.page}>
      <section className={css.side} aria-label="平台介绍">
        <div className={css.brand}>
          <Emblem sizePx={36} />
          {brand.name}
        </div>
        <div className={css.pitch}>
          <h2>{brand.organisation || brand.name}</h2>
          <ul className={css.facts}>
            {facts.map(({ icon, words }) => (
              <li key={words}>
                <Icon name={icon} />
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className={css.scene}>
          <Scene />
        </div>
      </section>
      <main className={css["form-side"]}>
        <div className={css.corner}>
          <ThemeSwitch />
        </div>
        <div className={css.form}>
          <LoginPanel face="newLogin" engine={engine} />
        </div>
      </main>
    </div>
  )
}
