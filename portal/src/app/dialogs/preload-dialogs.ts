import { useEffect } from "react"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { whenIdle } from "../loading/when-idle.ts"

/**
 * Pickers are opened all day: their parts are fetched while nothing else is to do, so that the first click finds them
 * there. Whoever pays for their data gets them with the first click.
 */
export function usePreloadDialogs(): void {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    // What fails here is tried again, and told, when it is wanted.
    const warm = () =>
      void loadChunk(() => import("./dialog-view.tsx"))
        .then(({ preloadPickers }) => preloadPickers())
        .catch(() => {})
    return whenIdle(warm)
  }, [])
}
