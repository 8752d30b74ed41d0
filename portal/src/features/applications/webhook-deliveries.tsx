import type { WebhookDelivery } from "@uc/contract/applications/webhook-calls"
import {
  changedObjectLabels,
  directoryChangeLabels,
  webhookAnswerWords,
} from "@uc/contract/applications/webhooks"
import { nowMs } from "../../platform/browser/clock.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface OneDeliveryProps {
  readonly delivery: WebhookDelivery
  readonly isBusy: boolean
  readonly onResend: () => void
}

/** SSO-5: one notice, and what became of it. */
export function OneDelivery({ delivery, isBusy, onResend }: OneDeliveryProps) {
  const { changedAt, tries, answer, answerMs, answerWords, isTold, nextAt, object } = delivery
  const title = titleOf(delivery)
  const facts = [
    answer === null ? null : webhookAnswerWords(answer),
    answer === null || answerMs === null ? null : `${answerMs} 毫秒`,
    tries > 1 ? `已尝试 ${tries} 次` : null,
  ].filter((fact) => fact !== null)
  return (
    <Stack as="li" gap={4} padY={10} line="bottom">
      <Row wrap gap={8}>
        <Text grow breaks>
          {title}
        </Text>
        <State delivery={delivery} />
      </Row>
      <Text as="p" size={13} tone="soft">
        <time title={changedAt}>{formatMoment(changedAt, nowMs(), { withSeconds: true })}</time>
        {nextAt !== null &&
          answer !== null &&
          `，下次重试 ${formatMoment(nextAt, nowMs(), { withSeconds: true })}`}
      </Text>
      {facts.length > 0 && (
        <Text as="p" size={13} tone={isTold || answer === "disabled" ? "soft" : "danger"} breaks>
          {facts.join("，")}
        </Text>
      )}
      {answerWords !== null && (
        <Text as="p" size={13} tone="soft" breaks>
          {`应答：${answerWords}`}
        </Text>
      )}
      {!isTold && nextAt === null && object !== "test" && (
        <Row>
          <Button disabled={isBusy} onClick={onResend} aria-label={`重新发送${title}`}>
            重新发送
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function titleOf({ object, objectId, objectName, what }: WebhookDelivery): string {
  if (object === "test") return "测试通知"
  return `${directoryChangeLabels[what]}${changedObjectLabels[object]} ${objectName ?? `（编号 ${objectId}）`}`
}

function State({ delivery: { isTold, nextAt, answer } }: Pick<OneDeliveryProps, "delivery">) {
  if (isTold)
    return (
      <Tag tone="done" icon="done">
        已送达
      </Tag>
    )
  if (nextAt !== null)
    return (
      <Tag tone="caution" icon="caution">
        {answer === null ? "等待发送" : "等待重试"}
      </Tag>
    )
  if (answer === "disabled") return <Tag icon="minus">未发送</Tag>
  return (
    <Tag tone="danger" icon="danger">
      已放弃
    </Tag>
  )
}
