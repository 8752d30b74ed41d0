import { monitorMessages } from "@uc/contract/monitor/messages"
import { useNow } from "../../platform/browser/use-now.ts"
import { countdownInWords } from "../../ui/format/countdown.ts"
import { msOf } from "./poll-interval.ts"

interface CountdownProps {
  readonly dueAt: string
  /** To the organisation of whoever reads it. */
  readonly isEscalated?: boolean
}

/** DAY-5: how long until an alarm that nobody acts on is escalated. */
export function EscalationCountdown({ dueAt, isEscalated = false }: CountdownProps) {
  const left = countdownInWords(msOf(dueAt) - useNow())
  if (isEscalated) return <span>{monitorMessages.escalatedHere}</span>
  return (
    <span role="timer">
      {left === null ? monitorMessages.escalatesNow : monitorMessages.escalatesIn(left)}
    </span>
  )
}
