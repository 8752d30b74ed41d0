import { useLeaveQuestion } from "../../platform/browser/use-leave-question.ts"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"

export function LeaveQuestion({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const question = useLeaveQuestion(isUnsaved)
  if (!question) return null
  return (
    <ConfirmDialog
      title="有未保存的修改"
      words="离开此页，尚未保存的域名会丢失。"
      confirm="离开"
      onConfirm={async () => {
        question.leave()
        return null
      }}
      onClose={question.stay}
    />
  )
}
