import { useHref } from "react-router"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"

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
