import { useContext } from "react"
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router"
import { useLeaveQuestion } from "../../platform/browser/use-leave-question.ts"
import { DiscardQuestion } from "../../ui/forms/discard-question.tsx"

interface LeaveFormProps {
  /** Asked at the step itself: what was saved a moment ago leads on before anything is drawn. */
  readonly isUnsaved: () => boolean
  readonly onDiscard: () => void
}

/**
 * Asks before "back", or a place that is typed behind the `#`, takes a form away. A form inside a picker stands over the router,
 * where "back" closes the picker (DLG-2).
 */
export function LeaveForm(properties: LeaveFormProps) {
  return useContext(DataRouterContext) ? <AskOnRoute {...properties} /> : null
}

function AskOnRoute({ isUnsaved, onDiscard }: LeaveFormProps) {
  const question = useLeaveQuestion(isUnsaved, { isKept: true, isOverPage: true })
  if (!question) return null
  const discard = () => {
    question.leave()
    onDiscard()
  }
  return <DiscardQuestion onDiscard={discard} onGoOn={question.stay} />
}
