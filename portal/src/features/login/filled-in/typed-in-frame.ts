/** What the document's own boxes hold (OPS-9): somebody may type before the page is there. */
export interface FrameBoxes {
  readonly account: HTMLInputElement
  readonly password: HTMLInputElement
  /** The box that had the focus last. */
  focused: HTMLInputElement
}

function boxOf(id: string): HTMLInputElement | null {
  const found = document.getElementById(id)
  return found instanceof HTMLInputElement ? found : null
}

/**
 * Asked for while the first page is being drawn: the frame is still there then, and its boxes keep their text when it goes. On
 * every later page there is no frame, and nothing that was typed into it comes back.
 */
export function frameBoxes(): FrameBoxes | null {
  const account = boxOf("frame-account")
  const password = boxOf("frame-password")
  if (!account || !password) return null
  const boxes: FrameBoxes = { account, password, focused: account }
  for (const box of [account, password]) {
    if (document.activeElement === box) boxes.focused = box
    // Drawing takes several slices, in which somebody may go on to the next box.
    box.addEventListener("focus", () => (boxes.focused = box))
  }
  return boxes
}

function takeText(from: HTMLInputElement, to: HTMLInputElement): void {
  // What is remembered stands in both.
  if (from.value === "" || from.value === to.value) return
  to.value = from.value
  // Who has typed is about to sign in: what comes next is loaded meanwhile. After the page is painted, which would wait for it.
  requestAnimationFrame(() => setTimeout(() => to.dispatchEvent(new Event("input", { bubbles: true }))))
}

/** Text, caret and focus go over to the page's own boxes. True: Enter was pressed after the password. */
export function takeTyped(boxes: FrameBoxes, account: HTMLInputElement, password: HTMLInputElement): boolean {
  takeText(boxes.account, account)
  takeText(boxes.password, password)
  const from = boxes.focused
  const to = from === boxes.password ? password : account
  to.focus()
  to.setSelectionRange(from.selectionStart, from.selectionEnd)
  return boxes.password.hasAttribute("data-entered") && account.value !== "" && password.value !== ""
}
