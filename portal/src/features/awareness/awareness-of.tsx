import { awarenessCalls } from "@uc/contract/awareness/calls"
import type { Call, InputOf } from "@uc/contract/core/call"
import { useEffect, useState } from "react"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"
import { useRefreshedAction } from "../../platform/http/use-refreshed-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { AwarenessView, missingOnPage } from "./awareness-view.tsx"

/** For where no event gets through. */
const beatMs = 15_000
/** While hundreds confirm, the list is not loaded for each of them. */
const spreadMs = 1000
const lists = [awarenessCalls.ofAlarm, awarenessCalls.ofDrill]

/** Who knows of an alarm, in its drawer. */
export function AlarmAwareness({ uuid }: { readonly uuid: string }) {
  const [page, setPage] = useState(0)
  const answer = useLive(awarenessCalls.ofAlarm, { uuid, ...pageOf(page) })
  const { confirmed } = useRefreshedAction(lists)
  return (
    <AwarenessView
      item={{ kind: "alarm", id: uuid }}
      answer={answer}
      page={page}
      onPage={setPage}
      onRemind={(bySms) => confirmed(awarenessCalls.remindAlarm, { uuid, bySms })}
    />
  )
}

/** Who knows of a drill, in its record. */
export function DrillAwareness({ id }: { readonly id: string }) {
  const [page, setPage] = useState(0)
  const answer = useLive(awarenessCalls.ofDrill, { id, ...pageOf(page) })
  const { confirmed } = useRefreshedAction(lists)
  return (
    <AwarenessView
      item={{ kind: "drill", id }}
      answer={answer}
      page={page}
      onPage={setPage}
      onRemind={(bySms) => confirmed(awarenessCalls.remindDrill, { id, bySms })}
    />
  )
}

function pageOf(page: number) {
  return { start: page * missingOnPage, limit: missingOnPage }
}

function useLive<C extends Call>(call: C, input: InputOf<C>) {
  const answer = useCall(call, input, { everyMs: beatMs, keepsPrevious: true })
  const { refetch } = answer
  useEffect(() => onEventSpread("confirmed", () => void refetch(), spreadMs), [refetch])
  return answer
}
