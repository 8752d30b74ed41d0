import { useEffect, useState } from "react"
import { nowMs } from "../browser/clock.ts"

export function secondsUntil(momentMs: number, nowAtMs: number): number {
  return Math.max(0, Math.ceil((momentMs - nowAtMs) / 1000))
}

/** Counts down to a moment, not by ticks: a tab that slept shows the right number when it wakes. */
export function useSecondsLeft(momentMs: number): number {
  const [looks, setLooks] = useState(0)
  const left = secondsUntil(momentMs, nowMs())

  useEffect(() => {
    if (left === 0) return
    const look = () => setLooks(looks + 1)
    const timer = setTimeout(look, Math.max(0, momentMs - (left - 1) * 1000 - nowMs()))
    document.addEventListener("visibilitychange", look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [left, momentMs, looks])

  return left
}
