import type { DataRouter } from "react-router"

/** Who waits longer sees by the running bar that something is coming. */
const patienceMs = 800

/**
 * Until the first page is known the words of index.html stand, and drawing the same words by React would only hold the page
 * up: on a slow machine that costs as much as a tenth of the way to it.
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
