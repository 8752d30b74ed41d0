import type { Awareness, MissingPerson, ToldItem } from "@uc/contract/awareness/calls"
import { awarenessLimits, awarenessMessages, toldAudiences } from "@uc/contract/awareness/told"
import { peopleCalls } from "@uc/contract/people/calls"
import { useState } from "react"
import { dial } from "../../platform/browser/dial.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import { messageOf, type Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { Pager } from "../../ui/data/pager.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Progress } from "../../ui/layout/progress.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { KnownButton } from "./known-button.tsx"

export const missingOnPage = 20

interface AwarenessViewProps {
  readonly item: Pick<ToldItem, "kind" | "id">
  readonly answer: {
    readonly data: Awareness | undefined
    readonly error: Failure | null
    readonly refetch: () => unknown
  }
  readonly page: number
  readonly onPage: (page: number) => void
  /** The sentence of a failure, null when it is done. */
  readonly onRemind: (bySms: boolean) => Promise<string | null>
}

/** DAY-2: how many know, who does not, and a reminder for those. */
export function AwarenessView({ item, answer, page, onPage, onRemind }: AwarenessViewProps) {
  const { data, error, refetch } = answer
  if (!data)
    return error ? (
      <Row gap={8} wrap>
        <Text tone="danger">
          {awarenessMessages.title}加载失败：{messageOf(error)}
        </Text>
        <Button onClick={() => void refetch()}>重试</Button>
      </Row>
    ) : null
  if (data.people === 0) return null
  const { confirmed, people, told, isOver, mayConfirm, missing } = data
  return (
    <Stack as="section" gap={8} aria-label={awarenessMessages.title}>
      <Text as="h3" size={14}>
        {awarenessMessages.title}
      </Text>
      <Progress label={awarenessMessages.title} value={confirmed} max={people} />
      <Row gap={8} wrap justify="between">
        <Text figures>
          已知晓 <strong>{confirmed}</strong> / {people} 人
        </Text>
        <Text tone="faint" size={13}>
          通知范围：{toldAudiences[told]}
        </Text>
      </Row>
      {mayConfirm && (
        <Row>
          <KnownButton item={item} look="plain" onDone={() => void refetch()} />
        </Row>
      )}
      {!isOver && <Reminder awareness={data} onRemind={onRemind} />}
      {missing !== null && confirmed < people && (
        <Stack gap={4}>
          <Text as="p" size={13} weight={500} tone="soft">
            尚未知晓的人员（{people - confirmed}人）
          </Text>
          <ul aria-label="尚未知晓的人员">
            {missing.map((person) => (
              <Missing key={person.id} person={person} />
            ))}
          </ul>
          {people - confirmed > missingOnPage && (
            <Pager
              label="尚未知晓的人员翻页"
              total={people - confirmed}
              pageSize={missingOnPage}
              page={page}
              onPage={onPage}
            />
          )}
        </Stack>
      )}
    </Stack>
  )
}

function Missing({ person: { id, nickname, deptname, mayCall, phone } }: { readonly person: MissingPerson }) {
  const [isBusy, setBusy] = useState(false)

  async function call() {
    if (isBusy) return
    setBusy(true)
    try {
      // The list shows the masked number; the whole one is told to be called, and logged.
      dial((await send(peopleCalls.phoneOf, { personid: id })).phone)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Row as="li" gap={12} padY={4} line="bottom">
      <Text grow breaks>
        {nickname}
        <SecondLine>{[deptname, phone].filter((word) => word).join(" · ") || "未登记手机号"}</SecondLine>
      </Text>
      {mayCall && (
        <Button aria-label={`拨打${nickname}`} aria-busy={isBusy} onClick={() => void call()}>
          <Icon name="phone" sizePx={16} />
          拨打
        </Button>
      )}
    </Row>
  )
}

interface ReminderProps {
  readonly awareness: Awareness
  readonly onRemind: (bySms: boolean) => Promise<string | null>
}

function Reminder({ awareness, onRemind }: ReminderProps) {
  const [asking, setAsking] = useState<"card" | "sms" | null>(null)
  const now = momentAt(useNow())
  const { mayRemind, remindedAt, remindableAt, smsRemindableAt, withPhone, people, confirmed } = awareness
  if (!mayRemind) return null
  const missing = people - confirmed
  const isTooSoon = remindableAt !== null && remindableAt > now
  const isTooSoonBySms = smsRemindableAt !== null && smsRemindableAt > now
  const messages = Math.min(withPhone ?? 0, awarenessLimits.messages)
  return (
    <Row gap={8} wrap>
      <Button look="primary" disabled={isTooSoon} onClick={() => setAsking("card")}>
        <Icon name="bell" sizePx={16} />
        提醒
      </Button>
      {messages > 0 && (
        <Button disabled={isTooSoonBySms} onClick={() => setAsking("sms")}>
          <Icon name="message" sizePx={16} />
          短信提醒
        </Button>
      )}
      {remindedAt !== null && (
        <Text tone="faint" size={13}>
          {remindedAt.slice(11, 16)} 已提醒
          {isTooSoon && `，${remindableAt.slice(11, 16)} 后可再次提醒`}
          {messages > 0 && isTooSoonBySms && `，${smsRemindableAt.slice(11, 16)} 后可再发短信`}
        </Text>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === "sms" ? `向${messages}人发送短信提醒？` : `提醒${missing}人？`}
          words={
            asking === "sms"
              ? `${missing}人尚未知晓，将再次弹出卡片并收到消息提醒；其中${messages}人同时收到短信。${
                  (withPhone ?? 0) > messages ? `${awarenessMessages.tooManyMessages}。` : ""
                }`
              : `${missing}人尚未知晓，将再次弹出卡片并收到消息提醒。`
          }
          confirm={asking === "sms" ? "发送" : "提醒"}
          onConfirm={async () => {
            const wrong = await onRemind(asking === "sms")
            if (wrong === null) showToast("success", `已提醒${missing}人`)
            return wrong
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Row>
  )
}
