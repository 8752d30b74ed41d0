import { useEffect, useLayoutEffect, type RefObject } from "react"

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

/**
 * Places a popup below its anchor, or above where there is more room, and closes it by a press elsewhere. It is in the
 * browser's top layer, because scrolling bodies and moved cards would cut it off; and it is rendered inside the dialog,
 * because everything outside a modal one is inert. Browsers without that layer get `position: fixed`.
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
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  })
}
