import { useLocation } from "react-router"
import { useUser } from "../../platform/session.ts"
import { classes } from "../../ui/classes.ts"
import { Face } from "../../ui/face.tsx"
import { Icon } from "../../ui/icon.tsx"
import { DemoMessages } from "./demo-messages.tsx"
import css from "./demo.module.css"

const will: readonly string[] = [
  "试用人员、部门、区域、楼栋等选择器",
  "试用预警弹窗、二次鉴权和滑块验证",
  "查看每项能力的参数、调用代码和返回结果",
]

/** HOME-7: in the shell as `/main/demo`, by itself as `/demo1`. */
export function Component() {
  const { pathname } = useLocation()
  // Without the shell around it, it is itself the main part of the document.
  const isBare = useUser() === null || pathname === "/demo1"
  const Frame = isBare ? "main" : "div"
  return (
    <Frame className={classes(css.page, isBare && css.bare)}>
      <h1>功能演示</h1>
      <div className={css.columns}>
        <DemoMessages />
        <section className={css.upcoming} aria-label="组件演示">
          <Face
            art="upcoming"
            badge="建设中，暂不可用"
            title="组件演示"
            words="组件演示正在建设，开放后在这里试用平台提供给各应用的能力。"
            list={will.map((item) => (
              <li key={item}>
                <Icon name="check" sizePx={16} />
                {item}
              </li>
            ))}
          />
        </section>
      </div>
    </Frame>
  )
}
