import type { DataRouter } from "react-router"

/** After this the progress bar shows that something is loading. */
const patienceMs = 800
/** The login page's frame stays longer: it says itself that the page is being opened, and a loading text in between would be a jump. */
const patienceWithFrameMs = 10_000

/** OPS-9, boot.js: the document shows the login page's frame, and it can be typed into. */
export function hasFrame(): boolean {
  return document.documentElement.hasAttribute("data-frame")
}

/** A word that is being composed would be cut off when its box goes; who walks away in the middle of one gets the page all the same. */
const patienceWithComposingMs = 5_000

/** Chinese input composes what is typed, Latin letters too. boot.js notes it. */
async function composed(): Promise<void> {
  if (!document.documentElement.hasAttribute("data-composing")) return
  await new Promise<void>((resolve) => {
    document.addEventListener("compositionend", () => resolve(), { once: true })
    setTimeout(resolve, patienceWithComposingMs)
  })
}

/**
 * Until the first page is known the text of index.html stays: drawing the same text by React would delay the page by as
 * much as a tenth on a slow machine.
 */
export async function firstPageOf(router: DataRouter): Promise<void> {
  await known(router)
  await composed()
}

function known(router: DataRouter): Promise<void> {
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
