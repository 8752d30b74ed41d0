import { useEffect, useLayoutEffect, type RefObject } from "react"
import { useClosedByBack } from "./open-popups.ts"

const edgePx = 8

interface PopupOptions {
  readonly isOpen: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly popup: RefObject<HTMLElement | null>
  /** Which side is aligned with the anchor. */
  readonly align?: "start" | "end"
  readonly gapPx?: number
  /** What may cover the bottom of the screen. */
  readonly footPx?: number
  readonly onClose: () => void
}

/** What keeps a focus that is put on it by a press. */
const focusable = "input, textarea, button:not(:disabled), a[href], [tabindex], [contenteditable]"

/**
 * Puts a popup below its anchor, or above where there is more room, and closes it by a press elsewhere. It is in the browser's top layer, because
 * a dialog's body scrolls and a moved card is a frame of its own, and both would cut it off; and it is drawn inside of the
 * dialog, because what is outside of a modal one can't be reached. Browsers without that layer have `position: fixed`.
 * The focus stays where the popup's keys are read, and Escape is the popup's first, wherever the focus is.
 */
export function usePopup({
  isOpen,
  anchor,
  popup,
  align = "start",
  gapPx = 4,
  footPx = 0,
  onClose,
}: PopupOptions): void {
  useClosedByBack(isOpen, onClose)

  useLayoutEffect(() => {
    const shown = popup.current
    if (!isOpen || !shown || !("showPopover" in shown)) return
    shown.setAttribute("popover", "manual")
    shown.showPopover()
  }, [isOpen, popup])

  // After every render: its size may have changed.
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => {
      const [box, shown] = [anchor.current, popup.current]
      if (!box || !shown) return
      const { top, bottom, left, right, width } = box.getBoundingClientRect()
      shown.style.minWidth = `${width}px`
      shown.style.maxHeight = ""
      const neededPx = shown.offsetHeight
      const belowPx = window.innerHeight - bottom - gapPx - edgePx
      const abovePx = top - gapPx - edgePx
      const isAbove = neededPx > belowPx - footPx && abovePx > belowPx
      const highPx = Math.min(neededPx, isAbove ? abovePx : belowPx)
      const startPx = align === "start" ? left : right - shown.offsetWidth
      shown.style.maxHeight = `${isAbove ? abovePx : belowPx}px`
      shown.style.left = `${Math.max(edgePx, Math.min(startPx, window.innerWidth - shown.offsetWidth - edgePx))}px`
      shown.style.top = `${isAbove ? top - gapPx - highPx : bottom + gapPx}px`
    }
    place()
    window.addEventListener("resize", place)
    document.addEventListener("scroll", place, true)
    return () => {
      window.removeEventListener("resize", place)
      document.removeEventListener("scroll", place, true)
    }
  })

  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return
      if (!anchor.current?.contains(target) && !popup.current?.contains(target)) onClose()
    }
    // A press on a sentence or a title would give the focus to the dialog around it, and Escape with it.
    const onMouse = (event: MouseEvent) => {
      const { target } = event
      if (!(target instanceof Element) || !popup.current?.contains(target)) return
      const pressed = target.closest(focusable)
      if (!pressed || !popup.current.contains(pressed)) event.preventDefault()
    }
    // Safari gives the focus to no button that is pressed.
    const onKey = (event: KeyboardEvent) => {
      const focused = document.activeElement
      if (event.key !== "Escape" || event.isComposing) return
      if (anchor.current?.contains(focused) || popup.current?.contains(focused)) return
      event.preventDefault()
      event.stopPropagation()
      onClose()
      const box = anchor.current
      const field = box?.matches(focusable) ? box : box?.querySelector<HTMLElement>(focusable)
      field?.focus()
    }
    document.addEventListener("pointerdown", onPress)
    document.addEventListener("mousedown", onMouse)
    document.addEventListener("keydown", onKey, true)
    return () => {
      document.removeEventListener("pointerdown", onPress)
      document.removeEventListener("mousedown", onMouse)
      document.removeEventListener("keydown", onKey, true)
    }
  })
}
