import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react"

/** Rows drawn beyond both edges, so that scrolling shows no gap. */
const rowsBeyond = 6
/** A maximum: a box without a height of its own grows with its content. */
const mostRows = 120
/** Where nothing is laid out. */
const assumedHeightPx = 720

export interface RowWindow {
  /** What scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly rowPx: number
  /** How many fit into the box. */
  readonly pageRows: number
  readonly from: number
  readonly to: number
  readonly onScroll: () => void
  readonly scrollIntoView: (row: number) => void
}

export function rowsInSight(count: number, topRow: number, pageRows: number) {
  if (pageRows === 0) return { from: 0, to: 0 }
  // The box may be shorter than when it was scrolled.
  const first = Math.max(0, Math.min(topRow, count - pageRows))
  return { from: Math.max(0, first - rowsBeyond), to: Math.min(count, first + pageRows + rowsBeyond) }
}

/** Which of `count` equally high rows have to be drawn. The row height depends on the pointer. */
export function useRowWindow(count: number, ownRowPx?: number): RowWindow {
  const box = useRef<HTMLDivElement>(null)
  const pointerRowPx = useSyncExternalStore(onPointerChange, () => (pointer()?.matches ? 44 : 36))
  const rowPx = ownRowPx ?? pointerRowPx
  const [topRow, setTopRow] = useState(0)
  /** Unknown before layout: drawing rows earlier would mean drawing them twice. */
  const [heightPx, setHeightPx] = useState(0)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setHeightPx(element.clientHeight || assumedHeightPx)
    measure()
    if (typeof ResizeObserver === "undefined") return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])

  function onScroll() {
    setTopRow(Math.floor((box.current?.scrollTop ?? 0) / rowPx))
  }

  function scrollIntoView(row: number) {
    const element = box.current
    if (!element) return
    const top = row * rowPx
    const isFar = Math.abs(top - element.scrollTop) > heightPx * 2
    if (isFar) element.scrollTop = top - (heightPx - rowPx) / 2
    else if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowPx > element.scrollTop + heightPx) element.scrollTop = top + rowPx - heightPx
    onScroll()
  }

  const pageRows = Math.min(mostRows, Math.ceil(heightPx / rowPx))
  return { box, rowPx, pageRows, ...rowsInSight(count, topRow, pageRows), onScroll, scrollIntoView }
}

function pointer(): MediaQueryList | null {
  return typeof matchMedia === "undefined" ? null : matchMedia("(pointer: coarse)")
}

function onPointerChange(onChange: () => void): () => void {
  const wish = pointer()
  wish?.addEventListener("change", onChange)
  return () => wish?.removeEventListener("change", onChange)
}
