import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { useEffect, useState } from "react"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"
import { send } from "../../platform/http/send.ts"

/** For where no event gets through; otherwise events come first. */
const beatMs = 60_000
const spreadMs = 800

/**
 * DAY-4: how many real emergencies run. The specification's poll asks for drills alone (WARN-1), so they are counted apart,
 * as on the home page. Null: not known yet; a failure leaves what was known, and the bar says that it is interrupted.
 */
export function useEmergencies(areaid: string | undefined): number | null {
  const [total, setTotal] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    const ask = () =>
      send(drillCalls.executions, {
        limit: 1,
        zxType: executionTypes.emergency,
        ...(areaid !== undefined && { areaId: areaid }),
      }).then(
        (answer) => {
          if (!isOver) setTotal(answer.total)
        },
        () => undefined,
      )
    void ask()
    const stopListening = onEventSpread("drills", () => void ask(), spreadMs)
    const timer = setInterval(() => void ask(), beatMs)
    return () => {
      isOver = true
      stopListening()
      clearInterval(timer)
    }
  }, [areaid])
  return total
}
