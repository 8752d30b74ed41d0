import { useConfirmLeave } from "../../platform/browser/use-confirm-leave.ts"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"

export function ConfirmLeave({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const confirm = useConfirmLeave(isUnsaved)
  if (!confirm) return null
  return (
    <ConfirmDialog
      title="有未保存的修改"
      words="离开此页，尚未保存的域名会丢失。"
      confirm="离开"
      onConfirm={async () => {
        confirm.leave()
        return null
      }}
      onClose={confirm.stay}
    />
  )
}
