import { drillCalls } from "@uc/contract/drills"
import { pageLimit } from "@uc/contract/wire"
import { useEffect } from "react"
import { useCall } from "../../platform/use-call.ts"

const beatMs = 5000

/** Asked again while somebody looks at it. */
export function useLiveDrills() {
  const answer = useCall(drillCalls.live, { limit: pageLimit })
  const { refetch } = answer
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void refetch()
    }
    const timer = setInterval(look, beatMs)
    document.addEventListener("visibilitychange", look)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [refetch])
  return answer
}
