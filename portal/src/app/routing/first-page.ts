import type { DataRouter } from "react-router"

/** After this the progress bar shows that something is loading. */
const patienceMs = 800

/**
 * Until the first page is known the text of index.html stays: drawing the same text by React would delay the page by as
 * much as a tenth on a slow machine.
 */
export function firstPageOf(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, patienceMs)
    const unsubscribe = router.subscribe(look)
    function end(): void {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    function look(): void {
      if (router.state.initialized) end()
    }
    look()
  })
}
