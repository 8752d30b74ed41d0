import { useRef, type FormEvent } from "react"

/** A search is quickly typed again, and a password is never kept. */
function isOfText(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true
  return (
    element instanceof HTMLInputElement &&
    element.role !== "combobox" &&
    !["checkbox", "radio", "range", "button", "file", "search", "password"].includes(element.type)
  )
}

/** DAY-9: for a frame that does not know what it holds: whether there is typed text in it that was not sent. */
export function useTypedInside(): {
  readonly onInput: (event: FormEvent) => void
  readonly hasTyped: () => boolean
} {
  const typed = useRef(new Set<Element>())
  return {
    onInput: ({ target }) => {
      if (target instanceof Element && isOfText(target)) typed.current.add(target)
    },
    // Sent text leaves its box empty, or takes the box away.
    hasTyped: () =>
      [...typed.current].some(
        (element) => element.isConnected && isOfText(element) && element.value.trim() !== "",
      ),
  }
}
