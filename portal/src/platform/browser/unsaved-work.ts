const typedIn = new Set<Element>()
const unsaved = new Set<object>()

/** Fields typed into since the document was opened; removed elements are forgotten. */
function noteTyped({ target }: Event): void {
  for (const element of typedIn) if (!element.isConnected) typedIn.delete(element)
  if (target instanceof Element) typedIn.add(target)
}

/** From the start of the document on. */
export function watchTyping(): void {
  document.addEventListener("input", noteTyped, { capture: true, passive: true })
}

/** A page has work that a reload would lose. Returns what ends it. */
export function unsavedWork(): () => void {
  const work = {}
  unsaved.add(work)
  return () => void unsaved.delete(work)
}

/**
 * BROWSER-11: whether a reload would lose something: text in a box that no form keeps. Searches are quickly typed again,
 * and filters stand in the address.
 */
export function wouldLose(): boolean {
  return unsaved.size > 0 || [...typedIn].some((element) => element.isConnected && isLost(element))
}

function isLost(element: Element): boolean {
  // A chosen file can't be stored, whichever form it is in.
  if (element instanceof HTMLInputElement && element.type === "file") return true
  if (element.closest("[data-keeps-typed]")) return false
  if (element instanceof HTMLTextAreaElement) return element.value !== ""
  if (element instanceof HTMLInputElement)
    return element.type !== "search" && element.value !== "" && isText(element)
  return element instanceof HTMLElement && element.isContentEditable && element.textContent !== ""
}

function isText({ type, role }: HTMLInputElement): boolean {
  return role !== "combobox" && !["checkbox", "radio", "range", "button"].includes(type)
}
