/**
 * Scrolls the nearest scrolling container just far enough to show an element. Not `scrollIntoView`: in Chromium up to
 * 150 that also moves where the next Tab begins, and the first Tab on a page must lead to its start (BARE-2).
 */
export function scrollToShow(element: Element | null | undefined): void {
  const box = element && scrollingBoxOf(element)
  if (!box) return
  const shown = element.getBoundingClientRect()
  const around = box.getBoundingClientRect()
  const top = around.top + box.clientTop
  const left = around.left + box.clientLeft
  box.scrollTop += shiftPx([shown.top, shown.bottom], [top, top + box.clientHeight])
  box.scrollLeft += shiftPx([shown.left, shown.right], [left, left + box.clientWidth])
}

type Span = readonly [fromPx: number, toPx: number]

/** How far to scroll so that the span reaches the nearer edge; a span longer than the box is shown from that edge. */
export function shiftPx([from, to]: Span, [boxFrom, boxTo]: Span): number {
  const isBefore = from < boxFrom
  const isBehind = to > boxTo
  if (isBefore === isBehind) return 0
  const fits = to - from <= boxTo - boxFrom
  return isBefore === fits ? from - boxFrom : to - boxTo
}

function scrollingBoxOf(element: Element): Element | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    if (box.scrollHeight > box.clientHeight && scrolls(overflowY)) return box
    if (box.scrollWidth > box.clientWidth && scrolls(overflowX)) return box
  }
  return null
}

function scrolls(overflow: string): boolean {
  return overflow === "auto" || overflow === "scroll"
}
