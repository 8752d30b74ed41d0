import { monitorMessages } from "@uc/contract/monitor/messages"
import { useNow } from "../../platform/browser/use-now.ts"
import { countdownInWords } from "../../ui/format/countdown.ts"
import { msOf } from "./poll-interval.ts"

/** DAY-5: how long until an alarm that nobody acts on is escalated. */
export function EscalationCountdown({ dueAt }: { readonly dueAt: string }) {
  const left = countdownInWords(msOf(dueAt) - useNow())
  return (
    <span role="timer">
      {left === null ? monitorMessages.escalatesNow : monitorMessages.escalatesIn(left)}
    </span>
  )
}
