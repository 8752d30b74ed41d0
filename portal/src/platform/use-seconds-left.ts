import { useEffect, useReducer } from "react"
import { nowMs } from "./clock.ts"

export function secondsUntil(momentMs: number, nowAtMs: number): number {
  return Math.max(0, Math.ceil((momentMs - nowAtMs) / 1000))
}

/** Counts down to a moment, not by ticks: a tab that slept shows the right number when it wakes. */
export function useSecondsLeft(momentMs: number): number {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const left = secondsUntil(momentMs, nowMs())

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(redraw, Math.max(0, momentMs - (left - 1) * 1000 - nowMs()))
    document.addEventListener("visibilitychange", redraw)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", redraw)
    }
  })

  return left
}
