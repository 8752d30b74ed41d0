import { useHref } from "react-router"
import { Icon } from "../../../ui/navigation/icon.tsx"
import css from "../steps/panel.module.css"

/** Where there is no gateway the message is on a page; in another tab, because this step must not be lost. */
export function DemoOutbox() {
  return (
    <p className={css.help}>
      <a href={useHref("/demo1")} target="_blank" rel="noopener" className={css.outbox}>
        <Icon name="news" sizePx={16} />
        演示模式：到“演示短信”里查看验证码
      </a>
    </p>
  )
}
