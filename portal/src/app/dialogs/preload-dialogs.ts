import { useEffect } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whenIdle } from "../loading/when-idle.ts"

/**
 * Pickers are opened all day: they are loaded while the browser is idle, so that the first click finds them. On a
 * metered connection they are loaded with the first click.
 */
export function usePreloadDialogs(): void {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    // A failure here is retried, and reported, when it is opened.
    const warm = () =>
      void loadChunk(() => import("./dialog-view.tsx"))
        .then(({ preloadPickers }) => preloadPickers())
        .catch(() => {})
    return whenIdle(warm)
  }, [])
}
