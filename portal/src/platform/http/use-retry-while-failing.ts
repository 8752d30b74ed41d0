import { useEffect, useRef } from "react"

/** Random between these, so that a thousand browsers do not return in the same moment. */
const retryMs = { least: 3000, most: 4000 } as const

/** Retries by itself while something fails and the page is visible. */
export function useRetryWhileFailing(isFailing: boolean, ask: () => unknown): void {
  const newest = useRef(ask)
  useEffect(() => {
    newest.current = ask
  })
  useEffect(() => {
    if (!isFailing) return
    const { least, most } = retryMs
    const timer = setInterval(
      () => {
        if (document.visibilityState === "visible") newest.current()
      },
      least + Math.random() * (most - least),
    )
    return () => clearInterval(timer)
  }, [isFailing])
}
