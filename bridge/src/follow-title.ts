import { protocolLimits } from "./protocol.ts"

/** Titles that run or blink are told once in this time, with what they are at its end. */
const everyMs = 1000

/** The portal reads a page of its own site by itself; whoever stands alone has a tab of the browser's. */
function isGuest(): boolean {
  if (window.parent === window) return false
  try {
    return window.parent.document === undefined
  } catch {
    return true
  }
}

/** What the portal calls the page follows what the page calls itself. Nobody waits for it, and it may be refused. */
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
