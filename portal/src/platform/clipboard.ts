/** True: it is in the clipboard. The modern way exists only under TLS, and many a school's portal is not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string): boolean {
  const box = document.createElement("textarea")
  const focused = document.activeElement
  box.value = text
  box.style.position = "fixed"
  box.style.opacity = "0"
  document.body.append(box)
  box.select()
  try {
    return document.execCommand("copy")
  } catch {
    return false
  } finally {
    box.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
