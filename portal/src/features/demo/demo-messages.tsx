import { demoMessageMessages, type DemoMessage } from "@uc/contract/demo/message-calls"
import { reauthLimits } from "@uc/contract/reauth/calls"
import { useRef } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { useDemoMessages, type Outbox } from "./use-demo-messages.ts"
import css from "./demo.module.css"

/** Digits with no digit beside them; without look-behind, which older Safaris lack. */
const code = new RegExp(`(?:^|[^0-9])([0-9]{${reauthLimits.smsCodeLength}})(?![0-9])`)

async function copy(digits: string, shown: Element | null) {
  if (await copyText(digits, shown)) showToast("success", `已复制验证码 ${digits}`)
}

function Message({ message: { phone, text, at } }: { readonly message: DemoMessage }) {
  const shown = useRef<HTMLElement>(null)
  const digits = code.exec(text)?.[1]
  const [before, after] = digits ? text.split(digits, 2) : [text, ""]
  return (
    <Stack as="li" gap={4}>
      <Row as="p" wrap columnGap={12} tone="faint" size={13} figures>
        <span>发往 {phone}</span>
        <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>
      </Row>
      <Row gap={12}>
        <Text as="p" grow breaks className={css.bubble}>
          {before}
          {digits && (
            <Text as="b" ref={shown} figures tone="brand" size={18} className={css.digits}>
              {digits}
            </Text>
          )}
          {after}
        </Text>
        {digits && (
          <Button aria-label={`复制验证码 ${digits}`} onClick={() => void copy(digits, shown.current)}>
            <Icon name="copy" sizePx={16} />
            复制
          </Button>
        )}
      </Row>
    </Stack>
  )
}

function Messages({ outbox }: { readonly outbox: Outbox }) {
  switch (outbox.at) {
    case "loading":
      return (
        <Delayed>
          <Stack gap={12} padY={12} role="status">
            <span className="only-read-aloud">正在加载…</span>
            <Bar heightPx={72} />
            <Bar heightPx={72} />
          </Stack>
        </Delayed>
      )
    case "off":
      return (
        <EmptyState
          art="upcoming"
          title="演示短信未开放"
          words={`${demoMessageMessages.off}，验证码会发到登记的手机上。`}
        />
      )
    case "failed":
      return (
        <EmptyState
          isAlert
          art="broken"
          title="演示短信加载失败"
          words={`${outbox.sentence}，正在自动重试…`}
        />
      )
    case "shown":
      if (outbox.messages.length === 0)
        return (
          <EmptyState
            art="empty"
            title="暂无短信"
            words="在登录或验证身份时获取短信验证码，短信会立即出现在这里。"
          />
        )
      return (
        <>
          {outbox.isStale && (
            <Row as="p" gap={8} padY={8} tone="caution" role="status">
              <Icon name="caution" sizePx={16} />
              网络不稳定，列表可能不是最新的
            </Row>
          )}
          <Stack as="ul" gap={12} padY={12} aria-live="polite">
            {outbox.messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </Stack>
        </>
      )
  }
}

/** The messages that would have gone to phones, so that every flow with a code can be tried without a gateway. */
export function DemoMessages() {
  const outbox = useDemoMessages()
  return (
    <Card
      title="演示短信"
      icon="message"
      words="演示模式不会真的发送短信。发出的验证码显示在这里，10 分钟内可见，自动刷新。"
    >
      <Messages outbox={outbox} />
    </Card>
  )
}
