import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { Scene } from "./scene.tsx"
import page from "../login.module.css"
import css from "./login-side.module.css"

const facts: readonly { readonly icon: IconName; readonly words: string }[] = [
  { icon: "apps", words: "一个账号，用上本单位的全部应用" },
  { icon: "shield", words: "教育局、学校、企业分级授权，各管各的数据" },
  { icon: "alarm", words: "安全预警与应急演练，第一时间知晓" },
]

/** Decoration: it is loaded after the form. */
export default function LoginSide() {
  return (
    <>
      <ul className={css.facts}>
        {facts.map(({ icon, words }) => (
          <li key={words}>
            <Icon name={icon} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <div className={page.room}>
        <Scene />
      </div>
    </>
  )
}
