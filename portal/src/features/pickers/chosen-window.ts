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

interface WindowOfRows extends RowWindow {
  /** What scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly pageRows: number
  readonly scrollToRow: (row: number) => void
}

/** Which rows of a long list of equal rows are drawn. */
export function useRowWindow(count: number, rowPx: number): WindowOfRows {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ scrolledPx: 0, heightPx: guessedPx })

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setSeen({ scrolledPx: element.scrollTop, heightPx: element.clientHeight || guessedPx })
    look()
    element.addEventListener("scroll", look, { passive: true })
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(look)
    observer?.observe(element)
    return () => {
      element.removeEventListener("scroll", look)
      observer?.disconnect()
    }
  }, [])

  function scrollToRow(row: number) {
    const element = box.current
    if (!element) return
    const lowest = (row + 1) * rowPx - element.clientHeight
    element.scrollTop = Math.max(Math.min(element.scrollTop, row * rowPx), lowest)
  }

  return {
    box,
    ...rowWindow(count, rowPx, seen.scrolledPx, seen.heightPx),
    pageRows: Math.max(1, Math.floor(seen.heightPx / rowPx) - 1),
    scrollToRow,
  }
}
