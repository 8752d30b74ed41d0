import { useEffect, useEffectEvent, useReducer } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { isCancelled } from "../../platform/http/failure.ts"
import { reduceShownCode, type FetchedCode, type PhonesAnswer, type ShownCode } from "./shown-code.ts"

export interface CodeSource<Result> {
  readonly fetchCode: (signal: AbortSignal) => Promise<FetchedCode>
  readonly poll: (signal: AbortSignal) => Promise<{ readonly answer: PhonesAnswer; readonly result: Result }>
  readonly pollMs: number
  readonly onConfirmed: (result: Result) => void
}

/**
 * AUTH-4: loads a code, polls for the phone's answer and stops when it has one or the time is over. A hidden tab does
 * not poll; polls never overlap.
 */
export function useShownCode<Result>(source: CodeSource<Result>): {
  readonly shown: ShownCode
  readonly refresh: () => void
} {
  const [shown, dispatch] = useReducer(reduceShownCode, { at: "loading" })
  const { pollMs } = source
  const fetchCode = useEffectEvent(source.fetchCode)
  const poll = useEffectEvent(source.poll)
  const onConfirmed = useEffectEvent(source.onConfirmed)

  const isWanted = shown.at === "loading"
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    const { signal } = controller
    fetchCode(signal).then(
      (code) => signal.aborted || dispatch({ type: "fetched", code, nowMs: nowMs() }),
      () => signal.aborted || dispatch({ type: "fetchFailed" }),
    )
    return () => controller.abort()
  }, [isWanted])

  const isLive = shown.at === "shown"
  useEffect(() => {
    if (!isLive) return
    const controller = new AbortController()
    const { signal } = controller
    let isAsking = false

    async function ask() {
      if (isAsking || signal.aborted || document.visibilityState === "hidden") return
      isAsking = true
      try {
        const { answer, result } = await poll(signal)
        if (signal.aborted) return
        dispatch({ type: "answered", answer })
        if (answer !== "confirmed") return
        // Immediately and not with the next render, so that it is reported once.
        controller.abort()
        onConfirmed(result)
      } catch (error) {
        if (!signal.aborted && !isCancelled(error)) dispatch({ type: "unreached" })
      } finally {
        isAsking = false
      }
    }
    function beat() {
      dispatch({ type: "ticked", nowMs: nowMs() })
      void ask()
    }

    const timer = setInterval(beat, pollMs)
    document.addEventListener("visibilitychange", beat)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", beat)
      controller.abort()
    }
  }, [isLive, pollMs])

  return { shown, refresh: () => dispatch({ type: "asked" }) }
}
