import type { DataRouter } from "react-router"

/** After this the progress bar shows that something is loading. */
const patienceMs = 800
/** The login page's frame stays longer: it says itself that the page is being opened, and a loading text in between would be a jump. */
const patienceWithFrameMs = 10_000

/** OPS-9, boot.js. */
function hasFrame(): boolean {
  return document.documentElement.hasAttribute("data-frame")
}

/**
 * Until the first page is known the text of index.html stays: drawing the same text by React would delay the page by as
 * much as a tenth on a slow machine.
 */
export function firstPageOf(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, hasFrame() ? patienceWithFrameMs : patienceMs)
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
