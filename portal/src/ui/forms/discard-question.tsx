import { formMessages } from "./form-messages.ts"
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx"

interface DiscardQuestionProps {
  readonly onDiscard: () => void
  readonly onGoOn: () => void
}

/** Before a form is left in which something was typed. */
export function DiscardQuestion({ onDiscard, onGoOn }: DiscardQuestionProps) {
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
