import { noticeCalls, type Notice } from "@uc/contract/notices/calls"
import { receiptCalls, receiptMessages } from "@uc/contract/notices/receipt-calls"
import { showToast } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { askBell } from "./bell-store.ts"

/** DAY-11: what a reader does with a notice that wants a receipt. */
export function useReceipt(notice: Pick<Notice, "id" | "wantsReceipt" | "isConfirmed"> | undefined) {
  const { act, isBusy, problem } = useAction({ shown: [noticeCalls.detail, noticeCalls.list] })
  if (!notice?.wantsReceipt) return { foot: null, problem: null }

  async function confirm(id: string) {
    if ((await act(receiptCalls.confirm, { noticeid: id })) === null) return
    showToast("success", receiptMessages.confirmed)
    await askBell()
  }

  const foot = notice.isConfirmed ? (
    <Text tone="soft">{receiptMessages.confirmed}</Text>
  ) : (
    <Button look="primary" aria-busy={isBusy} onClick={() => void confirm(notice.id)}>
      <Icon name="check" sizePx={16} />
      确认收到
    </Button>
  )
  return { foot, problem }
}
