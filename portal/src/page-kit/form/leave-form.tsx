import { useContext } from "react"
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router"
import { useConfirmLeave } from "../../platform/browser/use-confirm-leave.ts"
import { ConfirmDiscard } from "../../ui/forms/confirm-discard.tsx"
import { closeTopDialog } from "../../ui/overlays/open-dialogs.ts"

interface LeaveFormProps {
  /** Asked at the step itself: what was saved a moment ago leads on before anything is drawn. */
  readonly isUnsaved: () => boolean
  readonly onDiscard: () => void
}

/**
 * Asks before a link, or a place that is typed behind the `#`, takes a form away. DAY-9: "back" is for the top layer alone, which
 * asks by itself where something was typed; a question that is already asked is the top layer. A form inside a picker stands over the router,
 * where "back" closes the picker (DLG-2).
 */
export function LeaveForm(properties: LeaveFormProps) {
  return useContext(DataRouterContext) ? <AskOnRoute {...properties} /> : null
}

function AskOnRoute({ isUnsaved, onDiscard }: LeaveFormProps) {
  const confirm = useConfirmLeave(isUnsaved, { isKept: true, onBack: closeTopDialog })
  if (!confirm) return null
  const discard = () => {
    confirm.leave()
    onDiscard()
  }
  return <ConfirmDiscard onDiscard={discard} onGoOn={confirm.stay} />
}
