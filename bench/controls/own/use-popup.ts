import { useEffect, useLayoutEffect, type RefObject } from "react"

const gapPx = 4
const edgePx = 8

/**
 * Puts a popup below its anchor, or above where there is more room, and closes it by a press elsewhere. `position: fixed`
 * because a dialog's body scrolls and would cut off what is only `absolute`; drawn inside of the dialog, because what is
 * outside of a modal one can't be reached.
 */
export function usePopup(
  isOpen: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => {
      const [box, shown] = [anchor.current, popup.current]
      if (!box || !shown) return
      const { top, bottom, left, width } = box.getBoundingClientRect()
      const below = window.innerHeight - bottom - gapPx - edgePx
      const above = top - gapPx - edgePx
      const isAbove = shown.scrollHeight > below && above > below
      shown.style.minWidth = `${width}px`
      shown.style.maxHeight = `${isAbove ? above : below}px`
      shown.style.left = `${Math.max(edgePx, Math.min(left, window.innerWidth - shown.offsetWidth - edgePx))}px`
      shown.style.top = isAbove ? `${top - gapPx - shown.offsetHeight}px` : `${bottom + gapPx}px`
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
