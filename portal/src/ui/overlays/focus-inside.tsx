import { useEffect, useRef, type ReactNode } from "react"

const field = [
  // One by one: Chromium 87 refuses a list in :not().
  ...["input:not([type=radio])", "input:checked"].map(
    (input) => `${input}:not([type=checkbox]):not([type=hidden]):not([type=file]):not(:disabled)`,
  ),
  "textarea:not(:disabled)",
  "button[role=combobox]:not(:disabled)",
].join()

/**
 * DLG-6: a dialog focuses its first element, mostly 关闭, or took the focus before its content was there. Once it is, the
 * first field gets it; not on a phone, where the keyboard would cover the rest.
 */
export function FocusInside({
  className,
  children,
}: {
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  /** The focused element at the opening; null: done, or somebody has moved the focus. */
  const first = useRef<Element | null>(document.body)

  // After every render until there is a field: a form may be loading.
  useEffect(() => {
    const inside = place.current
    const dialog = inside?.closest("dialog")
    const focused = document.activeElement
    if (!inside || !dialog || first.current === null) return
    const isFresh = first.current === document.body
    // The content has set the focus itself; a button has it only because it stands first.
    const isChosen = inside.contains(focused) && focused?.matches("button:not([role=combobox])") === false
    const isLost = focused === null || focused === document.body || focused === dialog
    if (isChosen || (!isFresh && !isLost && focused !== first.current)) {
      first.current = null
      return
    }
    const isTouch = window.matchMedia?.("(pointer: coarse)").matches ?? false
    const found = isTouch ? null : inside.querySelector<HTMLElement>(field)
    if (found) {
      first.current = null
      found.focus()
      return
    }
    if (isLost) inside.querySelector<HTMLElement>("[role=tree][tabindex], [tabindex='0'], button")?.focus()
    first.current = isTouch ? null : document.activeElement
  })

  return (
    <div ref={place} className={className}>
      {children}
    </div>
  )
}
