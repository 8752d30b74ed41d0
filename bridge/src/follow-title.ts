import { protocolLimits } from "./protocol.ts"

/** Changing titles (scrolling, blinking) are reported once in this time, with the last one. */
const everyMs = 1000

/** The portal reads a page of its own site by itself; a page without a frame has a tab of its own. */
function isGuest(): boolean {
  if (window.parent === window) return false
  try {
    return window.parent.document === undefined
  } catch {
    return true
  }
}

/** The portal's name for a page follows the page's title. Sent in the background; it may be refused. */
export function followTitle(tell: (title: string) => Promise<unknown>): void {
  if (!isGuest()) return
  let told = ""
  let timer: ReturnType<typeof setTimeout> | undefined
  function follow(): void {
    timer = undefined
    const title = document.title.trim().slice(0, protocolLimits.title)
    if (title === "" || title === told) return
    told = title
    tell(title).catch(() => undefined)
  }
  function begin(): void {
    follow()
    new MutationObserver(() => (timer ??= setTimeout(follow, everyMs))).observe(document.head, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin)
  else begin()
}
