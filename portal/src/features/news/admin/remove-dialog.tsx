import { useQueryClient } from "@tanstack/react-query"
import { newsAdminCalls, newsAdminMessages } from "@uc/contract/news/admin-calls"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { callKey } from "../../../platform/http/use-call.ts"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"

interface RemoveDialogProps {
  readonly title: string
  readonly words: string
  readonly removed: { readonly id: string; readonly version: number }
  readonly by: typeof newsAdminCalls.removeLink | typeof newsAdminCalls.removeColumn
  /** The list that it stands in: loaded again, also after a refusal, because another may have been first. */
  readonly from: typeof newsAdminCalls.links | typeof newsAdminCalls.columns
  readonly onClose: () => void
}

export function RemoveDialog({ title, words, removed, by, from, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={title}
      words={words}
      confirm="删除"
      look="danger"
      onConfirm={async () => {
        try {
          await send(by, { id: removed.id, version: removed.version })
          showToast("success", newsAdminMessages.removed)
          return null
        } catch (failure) {
          return messageOf(failure) ?? ""
        } finally {
          await client.invalidateQueries({ queryKey: callKey(from) })
        }
      }}
      onClose={onClose}
    />
  )
}
