import { useEffect, useState } from "react"
import { nowMs } from "./clock.ts"

/** The current time in milliseconds, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
