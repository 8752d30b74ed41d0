import { useEffect, useState } from "react"

/** After the field is left: who presses the form's button next must find it where it was. */
const restMs = 1000

const notTyped = new Set([
  "button",
  "checkbox",
  "color",
  "file",
  "image",
  "radio",
  "range",
  "reset",
  "submit",
])

function isInTextField(): boolean {
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement) return !notTyped.has(focused.type)
  return focused instanceof HTMLTextAreaElement || focused?.closest("[contenteditable='true']") != null
}

interface Typing {
  readonly isTyping: boolean
  /** Somebody wants to see at once what waits until they have finished. */
  readonly end: () => void
}

/** Whether somebody is writing in a text field or an editor, or was a moment ago. */
export function useTyping(): Typing {
  const [isTyping, setTyping] = useState(isInTextField)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function look(): void {
      clearTimeout(timer)
      if (isInTextField()) setTyping(true)
      else timer = setTimeout(() => setTyping(false), restMs)
    }
    document.addEventListener("focusin", look)
    document.addEventListener("focusout", look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("focusin", look)
      document.removeEventListener("focusout", look)
    }
  }, [])
  return { isTyping, end: () => setTyping(false) }
}
