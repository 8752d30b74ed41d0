import type { CurrentUser } from "@uc/contract/session"
import { useState } from "react"
import { useNavigate } from "react-router"
import { useUser } from "../../platform/session.ts"
import { useSiteConfig } from "../../platform/site-config.ts"
import { takeWantedPlace } from "../../platform/wanted-place.ts"
import { classes } from "../../ui/classes.ts"
import { Emblem } from "../../ui/emblem.tsx"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { ThemeSwitch } from "../../ui/theme-switch.tsx"
import { DemoAccounts } from "./demo-accounts.tsx"
import { LoginForm, type Filled } from "./login-form.tsx"
import { Scene } from "./scene.tsx"
import css from "./login.module.css"

const facts: readonly { readonly icon: IconName; readonly words: string }[] = [
  { icon: "apps", words: "一个账号，用上本单位的全部应用" },
  { icon: "shield", words: "教育局、学校、企业分级授权，各管各的数据" },
  { icon: "alarm", words: "安全预警与应急演练，第一时间知道" },
]

/** In the place of a line that is there anyway: who is signed in may become known while somebody types. */
function Known({ user }: { readonly user: CurrentUser }) {
  const navigate = useNavigate()
  return (
    <p className={classes(css.lead, css.known)} role="status">
      <span>
        已登录为 {user.nickname}（{user.orgname}）
      </span>
      <button type="button" onClick={() => void navigate(takeWantedPlace(user.id) ?? "/main/home")}>
        继续进入
      </button>
    </p>
  )
}

export function Component() {
  const { brand, isDemo } = useSiteConfig()
  const user = useUser()
  const [isBusy, setBusy] = useState(false)
  const [filled, setFilled] = useState<Filled | null>(null)
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
          <h1>欢迎登录</h1>
          {user && !isBusy ? (
            <Known user={user} />
          ) : (
            <p className={css.lead}>使用单位分配的账号登录{brand.name}</p>
          )}
          <LoginForm filled={filled} isBusy={isBusy} onBusy={setBusy} />
          <p className={css.help}>忘记账号或密码，请联系本单位管理员</p>
          {isDemo && <DemoAccounts onPick={setFilled} />}
        </div>
      </main>
    </div>
  )
}
