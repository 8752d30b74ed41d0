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
 * DLG-6: a dialog gives the focus to whatever stands first in it, mostly 关闭, or took it before its content was there. Once it is,
 * the first field has it, so that one types at once; on a phone that would push the keyboard over the rest.
 */
export function FocusInside({
  className,
  children,
}: {
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  /** Where the focus was when it opened; null: it has its place, or somebody has moved it. */
  const first = useRef<Element | null>(document.body)

  // After every drawing until there is a field: a form may have to wait for what it changes.
  useEffect(() => {
    const inside = place.current
    const dialog = inside?.closest("dialog")
    const focused = document.activeElement
    if (!inside || !dialog || first.current === null) return
    const isFresh = first.current === document.body
    // What is inside has chosen a place by itself; a button only has it because it stands first.
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
