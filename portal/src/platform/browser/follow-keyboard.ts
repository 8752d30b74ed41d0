/** Less than this are the browser's own bars, which come and go. */
const smallestKeyboardPx = 100

/** A field that brings up a keyboard. */
function isTypedInto(element: Element | null): element is HTMLElement {
  if (element instanceof HTMLInputElement)
    return !/^(button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/.test(element.type)
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)
  )
}

/**
 * BROWSER-15: sets `data-keyboard`, `--keyboard` and `--visible` to what the keyboard leaves of the page. Browsers that
 * make the page itself smaller (Android) do not need it; an iPhone lays its keyboard over the page. In both the focused
 * field is scrolled into the visible part. Returns what ends it.
 */
export function followKeyboard(page: HTMLElement = document.documentElement): () => void {
  const { visualViewport: visible } = window
  if (!visible) return () => {}

  function follow(): void {
    if (!visible) return
    // A page zoomed by fingers is partly hidden as well.
    const isEnlarged = visible.scale > 1.01
    const covered = window.innerHeight - visible.height - visible.offsetTop
    const isOpen = !isEnlarged && window.innerHeight - visible.height >= smallestKeyboardPx
    page.toggleAttribute("data-keyboard", isOpen)
    page.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`)
    page.style.setProperty("--visible", `${Math.round(visible.height)}px`)
  }

  function show(): void {
    const { activeElement } = document
    if (isTypedInto(activeElement)) activeElement.scrollIntoView({ block: "nearest" })
  }

  function onResize(): void {
    follow()
    show()
  }

  visible.addEventListener("resize", onResize)
  visible.addEventListener("scroll", follow)
  document.addEventListener("focusin", show)
  follow()
  return () => {
    visible.removeEventListener("resize", onResize)
    visible.removeEventListener("scroll", follow)
    document.removeEventListener("focusin", show)
    page.removeAttribute("data-keyboard")
  }
}
