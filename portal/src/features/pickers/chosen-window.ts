import { useLayoutEffect, useRef, useState, type RefObject } from "react"

/** Rows above and below what is seen, so that a quick scroll shows no gap. */
const spareRows = 6
/** Where nothing has been measured yet. */
const guessedPx = 480

export interface RowWindow {
  readonly from: number
  readonly to: number
}

export function rowWindow(count: number, rowPx: number, scrolledPx: number, heightPx: number): RowWindow {
  // A list that became shorter may still be scrolled to where its end was.
  const seen = Math.max(0, Math.min(scrolledPx, count * rowPx - heightPx))
  const from = Math.max(0, Math.floor(seen / rowPx) - spareRows)
  return { from, to: Math.min(count, Math.ceil((seen + heightPx) / rowPx) + spareRows) }
}

/** Which rows of a long list of equal rows are drawn; the element with the ref is what scrolls. */
export function useRowWindow(
  count: number,
  rowPx: number,
): RowWindow & { readonly ref: RefObject<HTMLDivElement | null> } {
  const ref = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ scrolledPx: 0, heightPx: guessedPx })

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    function look() {
      if (element) setSeen({ scrolledPx: element.scrollTop, heightPx: element.clientHeight || guessedPx })
    }
    look()
    element.addEventListener("scroll", look, { passive: true })
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(look)
    observer?.observe(element)
    return () => {
      element.removeEventListener("scroll", look)
      observer?.disconnect()
    }
  }, [])

  return { ref, ...rowWindow(count, rowPx, seen.scrolledPx, seen.heightPx) }
}
