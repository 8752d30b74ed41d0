import { showToast } from "./toast.ts"

export const copyMessages = {
  failed: "复制失败，文字已选中，请按 Ctrl+C 复制",
  failedOnTouch: "复制失败，请长按选中的文字，再点“复制”",
} as const

/**
 * True: it was copied. If not, the person is told, and what is `shown` on the screen is selected: something shown only
 * once must not be believed copied (BARE-21).
 */
export async function copyText(text: string, shown: Element | null): Promise<boolean> {
  if ((await copyByClipboard(text)) || copyBySelection(text)) return true
  if (shown) getSelection()?.selectAllChildren(shown)
  const isTouch = window.matchMedia?.("(pointer: coarse)").matches ?? false
  showToast("warning", isTouch ? copyMessages.failedOnTouch : copyMessages.failed)
  return false
}

/** Exists only under TLS, which many schools' portals lack. */
async function copyByClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Through a temporary text area. Under a modal dialog everything outside is inert: nothing there can be selected, yet
 * the browser reports success. So each place is tried until one can be selected.
 */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const dialogs = [...document.querySelectorAll("dialog[open]")].toReversed()
  const own = focused?.closest("dialog[open]") ?? null
  for (const place of new Set([own, ...dialogs, document.body])) {
    const isCopied = place && copyInside(place, text)
    if (isCopied === null) continue
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    return isCopied
  }
  return false
}

/** Null: nothing can be selected there. */
function copyInside(place: Element, text: string): boolean | null {
  const box = document.createElement("textarea")
  box.value = text
  // Keeps a phone's keyboard closed.
  box.readOnly = true
  box.style.position = "fixed"
  box.style.opacity = "0"
  place.append(box)
  try {
    box.focus({ preventScroll: true })
    box.select()
    const isSelected = box.selectionStart === 0 && box.selectionEnd === box.value.length
    if (document.activeElement !== box || !isSelected) return null
    return document.execCommand("copy")
  } catch {
    return false
  } finally {
    box.remove()
  }
}
