import { noticeCalls, type WrittenNotice } from "@uc/contract/notices/calls"
import {
  receiptCalls,
  receiptLimits,
  receiptMessages,
  type ReminderPlan,
} from "@uc/contract/notices/receipt-calls"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Tick } from "../../ui/forms/form-fields.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface RemindDialogProps {
  readonly notice: Pick<WrittenNotice, "id" | "title" | "wantsReceipt">
  /** One organisation or one person; null: everybody who is missing. */
  readonly whom: Whom | null
  readonly onClose: () => void
}

export type Whom = { readonly name: string } & ({ readonly orgid: string } | { readonly personid: string })

function idOf(whom: Whom | null): { orgid?: string; personid?: string } {
  if (whom === null) return {}
  return "orgid" in whom ? { orgid: whom.orgid } : { personid: whom.personid }
}

/** DAY-11: says how many are reminded, and how many text messages that costs, before anything is sent. */
export const RemindDialog = closesWhenBroken(function RemindDialog({
  notice,
  whom,
  onClose,
}: RemindDialogProps) {
  const { data, error, refetch } = useCall(receiptCalls.reminder, { noticeid: notice.id, ...idOf(whom) })
  const title = whom?.name ?? (notice.wantsReceipt ? "未确认的人员" : "未读的人员")
  return (
    <Modal label="提醒" place="middle" sizePx={{ width: 480 }} onClose={onClose}>
      <DialogHead title={`提醒${title}`} words={notice.title} onClose={onClose} />
      <Stack gap={12} padX={24} padY={16}>
        {data ? (
          <Ways notice={notice} whom={whom} plan={data} onClose={onClose} />
        ) : error ? (
          <ErrorState title="提醒人数加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[24, 24, 36]} />
        )}
      </Stack>
    </Modal>
  )
})

interface WaysProps extends RemindDialogProps {
  readonly plan: ReminderPlan
}

function Ways({ notice, whom, plan, onClose }: WaysProps) {
  const { act, isBusy, problem } = useAction({
    shown: [noticeCalls.readers, noticeCalls.written, receiptCalls.reminder],
    isShownFirst: false,
  })
  const [bySms, setBySms] = useState(false)
  const [byWebhook, setByWebhook] = useState(false)
  const obstacle = obstacleTo(notice.wantsReceipt, whom, plan)
  const { missing, lately, messages, messagesLeft, hasWebhook } = plan
  const reminded = missing - lately

  async function send() {
    const done = await act(receiptCalls.remind, {
      noticeid: notice.id,
      ...idOf(whom),
      bySms,
      byWebhook,
    })
    if (done === null) return
    const byPhone = done.messages > 0 ? `，发送短信${inThousands(done.messages)}条` : ""
    showToast("success", `已提醒${inThousands(done.missing)}人${byPhone}`)
    onClose()
  }

  return (
    <>
      <p>
        将提醒 <b>{inThousands(reminded)}</b> 人，站内消息会出现在各自的消息提醒中。同一通知
        {receiptLimits.remindMinutes}分钟内{whom !== null && "对同一人"}只能提醒一次。
        {lately > 0 && `另有${inThousands(lately)}人刚刚单独提醒过，本次不再提醒。`}
      </p>
      {messages !== null && (
        <Tick
          label={smsWords(messages, messagesLeft)}
          value={bySms}
          isDisabled={messages === 0 || messages > messagesLeft}
          onValue={setBySms}
        />
      )}
      {hasWebhook && <Tick label="同时推送到本站设置的消息平台" value={byWebhook} onValue={setByWebhook} />}
      {(problem ?? obstacle) !== null && (
        <Text as="p" tone="danger" role="alert">
          {problem ?? obstacle}
        </Text>
      )}
      <Row gap={8} justify="end">
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" disabled={obstacle !== null} aria-busy={isBusy} onClick={() => void send()}>
          {bySms && messages !== null
            ? `提醒并发送短信${inThousands(messages)}条`
            : `提醒${inThousands(reminded)}人`}
        </Button>
      </Row>
    </>
  )
}

/** Why it can't be ticked stands where it would be. */
function smsWords(messages: number, left: number): string {
  if (messages === 0) return "不能发送短信：这些人没有手机号，或24小时内收到的提醒短信已达上限"
  const quota = `本单位24小时内还可发送${inThousands(left)}条`
  return messages > left
    ? `不能发送短信：${inThousands(messages)}人有手机号，${quota}`
    : `同时发送短信：${inThousands(messages)}人有手机号，${quota}`
}

function obstacleTo(
  wantsReceipt: boolean,
  whom: Whom | null,
  { missing, lately, waitS }: ReminderPlan,
): string | null {
  if (missing === 0) {
    if (whom !== null) return receiptMessages.theyAreDone(wantsReceipt)
    return wantsReceipt ? receiptMessages.nobodyMissing : receiptMessages.nobodyUnread
  }
  if (waitS === 0) return null
  return whom === null && lately < missing
    ? receiptMessages.remindedLately
    : receiptMessages.remindedOneLately
}
