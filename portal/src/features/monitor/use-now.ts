import { useEffect, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"

/** The time, every second. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const ticking = setInterval(() => setNow(nowMs()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return now
}
