import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from "react"
import { classes } from "../theme/classes.ts"
import { dialogOpened, reopenDialog } from "./open-dialogs.ts"
import css from "./modal.module.css"

interface ModalProps {
  readonly label: string
  /** `window` and `side` have a size of their own and are sheets on a phone. A window without a height is as high as its content. */
  readonly place: "middle" | "drawer" | "window" | "side"
  readonly sizePx?: { readonly width: number; readonly height?: number } | undefined
  readonly onClose: () => void
  readonly className?: string | undefined
  /** A click beside it does not close it, so that typed text is not lost. */
  readonly staysBeside?: boolean
  readonly children: ReactNode
}

/**
 * The browser's own dialog: it traps the focus, closes only the topmost one on Escape and returns the focus. Rendered
 * means open.
 */
export function Modal({
  label,
  place,
  sizePx,
  onClose,
  className,
  staysBeside = false,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const measures = sizePx && {
    "--wide": `${sizePx.width}px`,
    "--high": sizePx.height === undefined ? "fit-content" : `${sizePx.height}px`,
  }

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    const before = document.activeElement
    element.showModal()
    const onClosed = dialogOpened(element)
    return () => {
      onClosed()
      // Closed before it is removed from the document: a dialog that is only removed does not return the focus.
      element.close()
      // No browser returns it to a page in a frame, and Chromium 87 to nobody (BROWSER-20): it is lost, or still in what is removed.
      const now = document.activeElement
      const isLost = now === null || now === document.body || element.contains(now)
      if (before instanceof HTMLIFrameElement || (isLost && before instanceof HTMLElement)) before.focus()
    }
  }, [])

  return (
    // The press on the ground beside it has a keyboard twin: Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-label={label}
      data-place={place}
      className={classes(css.modal, css[place], sizePx?.height === undefined && css.fits, className)}
      style={measures as CSSProperties | undefined}
      onCancel={(event) => {
        // React lets the event bubble, the browser does not: a dialog inside this one closes alone.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // A browser allows one refusal: the second Escape in a row closes it without asking.
        const element = dialog.current
        if (!element?.isConnected || element.open) return
        // Open again first: a question that is asked instead of closing must lie above it.
        reopenDialog(element)
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !staysBeside) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
