import { formMessages } from "./form-messages.ts"
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx"

interface ConfirmDiscardProps {
  readonly onDiscard: () => void
  readonly onGoOn: () => void
}

/** Before a form is left in which something was typed. */
export function ConfirmDiscard({ onDiscard, onGoOn }: ConfirmDiscardProps) {
  return (
    <ConfirmDialog
      title={formMessages.unsavedTitle}
      words={formMessages.unsaved}
      confirm={formMessages.discard}
      cancel={formMessages.goOn}
      look="danger"
      onConfirm={async () => {
        onDiscard()
        return null
      }}
      onClose={onGoOn}
    />
  )
}
