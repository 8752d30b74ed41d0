import { useQueryClient } from "@tanstack/react-query"
import {
  subscriptionCalls,
  SubscriptionTopic,
  subscriptionTopics,
  type Subscription,
} from "@uc/contract/subscriptions/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { newIdempotencyKey, send } from "../../platform/http/send.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Switch } from "../../ui/forms/switch.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"

/** What the bell brings. */
export function Subscriptions() {
  const client = useQueryClient()
  const { data, error, refetch } = useCall(subscriptionCalls.check, {})
  // Each switch by itself, so that several can be pressed in a row.
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  async function save({ code, name }: Subscription, isSubscribed: boolean) {
    const topic = SubscriptionTopic.safeParse(code).data
    if (topic === undefined || busy.has(code)) return
    setBusy((now) => new Set([...now, code]))
    try {
      const options = { idempotencyKey: newIdempotencyKey() }
      const saved = await send(subscriptionCalls.save, { code: topic, isSubscribed }, options)
      client.setQueryData<readonly Subscription[]>(callKey(subscriptionCalls.check, {}), (before) =>
        before?.map((each) => (each.code === saved.code ? saved : each)),
      )
      showToast("success", isSubscribed ? `已订阅${name}` : `已取消订阅${name}，不再提醒`)
    } catch (failure) {
      showFailure(failure, "保存失败，请重试")
    } finally {
      setBusy((now) => new Set([...now].filter((each) => each !== code)))
    }
  }

  return (
    <Card title="订阅" icon="bell" words="订阅的内容会通过右上角的消息提醒通知您。">
      {error && !data ? (
        <SmallEmptyState
          isAlert
          icon="caution"
          words={messageOf(error) ?? "订阅加载失败"}
          action="重试"
          onAction={refetch}
        />
      ) : !data ? (
        <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
      ) : (
        <ul>
          {data.map((each, at) => (
            <Stack as="li" key={each.code} {...(at > 0 && { line: "top" })}>
              <Switch
                label={each.name}
                words={wordsOf(each.code)}
                isOn={each.isSubscribed}
                isBusy={busy.has(each.code)}
                onChange={(isOn) => void save(each, isOn)}
              />
            </Stack>
          ))}
        </ul>
      )}
    </Card>
  )
}

function wordsOf(code: string): string | undefined {
  const topic = SubscriptionTopic.safeParse(code).data
  return topic && subscriptionTopics[topic].words
}
