import { demoAccounts } from "@uc/contract/demo/accounts"
import { useHref } from "react-router"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import css from "../steps/panel.module.css"

/** Without a gateway the message is on a page, opened in another tab, because this step must not be lost. */
export function DemoOutbox() {
  return (
    <Row
      as="a"
      justify="center"
      gap={6}
      padY={12}
      size={13}
      href={useHref("/demo1")}
      target="_blank"
      rel="noopener"
    >
      <Icon name="news" sizePx={16} />
      演示模式：到“演示短信”里查看验证码
    </Row>
  )
}

/** DAY-16: which phones can be tried; a press fills one in. */
export function DemoPhones({ onPick }: { readonly onPick: (phone: string) => void }) {
  return (
    <section className={css.demo} aria-labelledby="demo-phones">
      <h2 id="demo-phones">演示号码，点击填入</h2>
      <ul>
        {demoAccounts.map(({ account, phone, who }) => (
          <li key={account}>
            <Button onClick={() => onPick(phone)} title={phone}>
              {who}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
