import { useEffect, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"

/** The time of day, looked at every second. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
