import { useLayoutEffect, type RefObject } from "react"

/** The box of its own card: on phones cards are as high as their content, and what scrolls is the page. */
function scrollsAround(list: HTMLElement): HTMLElement | null {
  const card = list.closest("[data-card]")
  for (let box = list.parentElement; box !== null && box !== card; box = box.parentElement)
    if (getComputedStyle(box).overflowY === "auto") return card?.contains(box) ? box : null
  return null
}

/**
 * For a list in a box of fixed height whose link leads to all of it: a row that does not fit whole is not shown, instead of
 * half a row and a scroll bar. The first row always is.
 */
export function useWholeRows(list: RefObject<HTMLElement | null>, isOn = true): void {
  // After every drawing: there may be other rows.
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[]
    const box = isOn && list.current ? scrollsAround(list.current) : null
    if (box === null || typeof ResizeObserver === "undefined") return
    const fit = () => {
      for (const row of rows) row.hidden = false
      const endPx =
        box.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(box).paddingBottom)
      // A pixel of rounding does not count.
      const firstCut = rows.findIndex((row) => row.getBoundingClientRect().bottom > endPx + 1)
      if (firstCut !== -1) for (const row of rows.slice(Math.max(1, firstCut))) row.hidden = true
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(box)
    return () => {
      observer.disconnect()
      for (const row of rows) row.hidden = false
    }
  })
}
