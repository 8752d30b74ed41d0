/** Whether a key press is meant for what is written, or for a window that is open over the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || document.querySelector("dialog[open], [aria-modal=true]")) return true
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches("input, textarea, select, [role=combobox]")
}
