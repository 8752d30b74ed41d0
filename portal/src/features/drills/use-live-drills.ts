import { drillCalls } from "@uc/contract/drills/calls"
import { pageLimit } from "@uc/contract/core/wire"
import { useEffect } from "react"
import { onEvent } from "../../platform/realtime/events.ts"
import { useCall } from "../../platform/http/use-call.ts"

/** For where no event stream gets through; otherwise events come first. */
const beatMs = 15_000

/** Loaded again after an event, while the page is visible. */
export function useLiveDrills() {
  const answer = useCall(drillCalls.live, { limit: pageLimit })
  const { refetch } = answer
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void refetch()
    }
    const stopListening = onEvent("drills", look)
    const timer = setInterval(look, beatMs)
    document.addEventListener("visibilitychange", look)
    return () => {
      stopListening()
      clearInterval(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [refetch])
  return answer
}
